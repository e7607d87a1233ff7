/*
title = "Im ganzen Zeitraum"
grain = "eine Zeile"
key = []
order = "asked"
columns = ["asked=asked_how_heard", "answered", "response_ppm", "unsure"]
*/
SELECT
    count(*) AS asked,
    count(*) FILTER (t.is_answered) AS answered,
    share_of(count(*) FILTER (t.is_answered), count(*)) AS response_ppm,
    count(*) FILTER (t.kind = 'unsure') AS unsure
FROM marts.told_reservations AS t
