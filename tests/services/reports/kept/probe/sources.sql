/*
title = "Nach Quellen"
grain = "eine Zeile je Quelle"
key = ["utm_source"]
order = "utm_source"
columns = ["utm_source", "reservations"]
*/
SELECT
    t.utm_source,
    count(DISTINCT t.reservation_id) AS reservations
FROM staging.touches AS t
INNER JOIN staging.period_reservations AS r ON r.id = t.reservation_id
WHERE chosen(t.utm_source, getvariable('only_utm_source'))
GROUP BY t.utm_source
