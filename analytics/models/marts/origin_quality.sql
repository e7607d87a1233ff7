/*
grain = "one row per origin with reservations in the period that are old enough to be judged"
key = ["*origin"]
columns = ["*origin", "ripe=ripe_reservations", "ripe_contracted", "ripe_cancelled", "days_to_contract"]
table = true
*/
-- What became of the reservations each origin brought, as far as they are old enough to be judged.
SELECT
    r.channel,
    r.utm_source,
    r.utm_medium,
    r.utm_campaign,
    CASE WHEN r.channel = 'referrer' THEN r.referrer_host ELSE '' END AS referrer_host,
    count(*) AS ripe,
    count(*) FILTER (r.is_contracted) AS ripe_contracted,
    count(*) FILTER (r.is_cancelled) AS ripe_cancelled,
    (quantile_disc(berlin_day(r.contracted_at) - r.day, 0.5) FILTER (r.is_contracted))::BIGINT AS days_to_contract
FROM marts.reservation_origins AS r
CROSS JOIN marts.time_to_contract AS t
WHERE NOT r.is_merged AND is_ripe(r.day, t.ripe_days)
GROUP BY ALL
