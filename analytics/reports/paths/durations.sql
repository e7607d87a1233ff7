SELECT
    p.days,
    count(*) AS reservations,
    share_of(sum(count(*)) OVER (ORDER BY p.days), sum(count(*)) OVER ()) AS share_so_far
FROM marts.reservation_paths AS p
WHERE p.days IS NOT NULL
GROUP BY p.days
