/*
title = "Voraussichtlich voll"
grain = "eine Zeile: die Vorhersage am Ende des letzten vollen Tages"
key = ["day"]
order = "day"
columns = [
    "day=forecast_day", "taken", "full_at", "room", "is_limited_by_kwh", "is_known_long_enough", "net_per_week",
    "measured_until", "full_since", "early_day", "likely_day", "late_day",
]
*/
WITH dates AS (
    SELECT
        c.park_id,
        min(c.day) FILTER (c.upper >= c.full_at) AS early_day,
        min(c.day) FILTER (c.likely >= c.full_at) AS likely_day,
        min(c.day) FILTER (c.lower >= c.full_at) AS late_day
    FROM marts.spot_fill_course AS c
    GROUP BY c.park_id
)

SELECT
    i.day,
    i.taken,
    i.full_at,
    i.full_at - i.taken AS room,
    i.limited_by = 'kwh' AS is_limited_by_kwh,
    i.is_known_long_enough,
    CASE WHEN i.is_known_long_enough THEN i.net_of_8_weeks * 125000 END AS net_per_week,
    CASE WHEN i.is_known_long_enough THEN i.measured_until END AS measured_until,
    i.full_since,
    -- With nothing coming in on average, one lucky course in ten is no forecast.
    CASE WHEN i.net_of_8_weeks > 0 THEN d.early_day END AS early_day,
    d.likely_day,
    d.late_day
FROM marts.spot_intake AS i
LEFT JOIN dates AS d ON d.park_id = i.park_id
WHERE i.park_id = getvariable('park')
