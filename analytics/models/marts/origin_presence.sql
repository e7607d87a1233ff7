/*
grain = "one row per origin that contracts of the period, old enough to be judged, met on their way"
key = ["*origin"]
columns = ["*origin", "first_for", "last_for", "among_for"]
table = true
*/
-- On how many ways to a contract an origin was the first contact, the last one, and any. Filters narrow the rows of a
-- report and not these counts: a way is a fact of its reservation.
WITH met AS (
    SELECT
        r.reservation_id,
        coalesce(o.origin_id, 0) AS origin_id,
        t.position IS NULL OR t.position = min(t.position) OVER (PARTITION BY r.reservation_id) AS is_first,
        t.position IS NULL OR t.position = max(t.position) OVER (PARTITION BY r.reservation_id) AS is_last
    FROM staging.reservations AS r
    CROSS JOIN marts.time_to_contract AS c
    LEFT JOIN staging.counted_touches AS t USING (reservation_id)
    LEFT JOIN staging.touch_origins AS o USING (origin_key)
    WHERE NOT r.is_merged AND r.is_contracted AND is_ripe(r.day, c.ripe_days)
)

SELECT
    o.channel,
    o.utm_source,
    o.utm_medium,
    o.utm_campaign,
    o.referrer_host,
    count(DISTINCT m.reservation_id) FILTER (m.is_first) AS first_for,
    count(DISTINCT m.reservation_id) FILTER (m.is_last) AS last_for,
    count(DISTINCT m.reservation_id) AS among_for
FROM met AS m
INNER JOIN staging.credited_origins AS o USING (origin_id)
GROUP BY ALL
