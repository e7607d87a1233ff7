/*
title = "Wie es weitergehen kann"
grain = "eine Zeile je Tag, bei langer Sicht je Woche"
key = ["day"]
order = "day"
columns = ["day", "lower", "likely", "upper", "full_at"]
*/
-- At most a year ahead; by weeks where it is longer than nine.
WITH ends AS (
    SELECT
        c.park_id,
        max(c.days_ahead) AS last
    FROM marts.spot_fill_course AS c
    GROUP BY c.park_id
)

SELECT
    c.day,
    c.lower,
    c.likely,
    c.upper,
    c.full_at
FROM marts.spot_fill_course AS c
INNER JOIN ends AS e ON e.park_id = c.park_id
WHERE
    c.park_id = getvariable('park')
    AND c.days_ahead <= 364
    AND (e.last <= 63 OR c.days_ahead % 7 = 0 OR c.days_ahead = e.last)
