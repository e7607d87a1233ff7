-- What is known for one visit only says nothing about how long it took; the share runs over the others alone.
SELECT
    p.days,
    count(*) AS reservations,
    CASE
        WHEN p.days > 0
            THEN share_of(
                sum(count(*) FILTER (p.days > 0)) OVER (ORDER BY p.days), sum(count(*) FILTER (p.days > 0)) OVER ()
            )
    END AS share_so_far
FROM marts.reservation_paths AS p
GROUP BY p.days
