/*
title = "Zahl der Kontakte"
grain = "eine Zeile je Zahl von Kontakten"
reach = "files"
key = ["touches"]
order = "touches"
columns = ["touches", "reservations", "share", "remembered", "one_visit", "contracted", "contracted_share"]
ripens.count = ["contracted", "contracted_share"]
*/
SELECT
    p.touches,
    count(*) AS reservations,
    share_of(count(*), sum(count(*)) OVER ()) AS share,
    count(*) FILTER (p.is_remembered) AS remembered,
    count(*) FILTER (NOT p.is_remembered) AS one_visit,
    count(*) FILTER (p.is_contracted) AS contracted,
    share_of(count(*) FILTER (p.is_contracted), count(*)) AS contracted_share
FROM marts.reservation_paths AS p
GROUP BY p.touches
