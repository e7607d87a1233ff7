SELECT
    count(*) AS asked,
    count(*) FILTER (t.is_answered) AS answered,
    share_of(count(*) FILTER (t.is_answered), count(*)) AS response_ppm,
    count(*) FILTER (t.kind = 'unsure') AS unsure
FROM marts.told_reservations AS t
