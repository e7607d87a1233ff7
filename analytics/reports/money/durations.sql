/*
title = "Tage bis zur Reservierung"
grain = "eine Zeile je Zahl von Tagen"
reach = "screen"
key = ["days"]
order = "days"
columns = ["days", "reservations", "remembered", "one_visit", "share_so_far"]
*/
-- Visitors known for one visit only may have come before, so they say nothing about the duration. The share therefore
-- includes only those with consent to be remembered.
SELECT
    p.days,
    count(*) AS reservations,
    count(*) FILTER (p.is_remembered) AS remembered,
    count(*) FILTER (NOT p.is_remembered) AS one_visit,
    CASE
        WHEN p.days IS NOT NULL
            THEN share_of(
                sum(count(*) FILTER (p.is_remembered AND p.days IS NOT NULL)) OVER (ORDER BY p.days),
                sum(count(*) FILTER (p.is_remembered AND p.days IS NOT NULL)) OVER ()
            )
    END AS share_so_far
FROM marts.reservation_paths AS p
GROUP BY p.days
