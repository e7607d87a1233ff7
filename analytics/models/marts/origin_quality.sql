/*
grain = "one row per origin with reservations in the period"
key = ["*origin"]
columns = [
    "channel", "campaign_id", "utm_source", "utm_medium", "utm_campaign", "referrer_host", "name", "age_days",
    "ripe_days", "reservations", "confirmed", "contracted", "cancelled", "ripe=ripe_reservations", "ripe_confirmed",
    "ripe_contracted", "ripe_cancelled",
]
table = true
*/
-- What became of the reservations each origin brought, all of them and those old enough to be judged.
SELECT
    r.channel,
    r.campaign_id,
    r.utm_source,
    r.utm_medium,
    r.utm_campaign,
    CASE WHEN r.channel = 'referrer' THEN r.referrer_host ELSE '' END AS referrer_host,
    any_value(c.name) AS name,
    any_value(getvariable('as_of_day') - coalesce(c.starts_on, berlin_day(c.created_at)))::BIGINT AS age_days,
    any_value(t.ripe_days) AS ripe_days,
    count(*) AS reservations,
    count(*) FILTER (r.is_confirmed) AS confirmed,
    count(*) FILTER (r.is_contracted) AS contracted,
    count(*) FILTER (r.is_cancelled) AS cancelled,
    count(*) FILTER (is_ripe(r.day, t.ripe_days)) AS ripe,
    count(*) FILTER (r.is_confirmed AND is_ripe(r.day, t.ripe_days)) AS ripe_confirmed,
    count(*) FILTER (r.is_contracted AND is_ripe(r.day, t.ripe_days)) AS ripe_contracted,
    count(*) FILTER (r.is_cancelled AND is_ripe(r.day, t.ripe_days)) AS ripe_cancelled
FROM marts.reservation_origins AS r
CROSS JOIN marts.time_to_contract AS t
LEFT JOIN source.campaigns AS c ON c.id = r.campaign_id
WHERE NOT r.is_merged
GROUP BY ALL
