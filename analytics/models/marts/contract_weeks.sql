/*
grain = "one row per week and origin with contracts concluded in the period"
key = ["week", "*origin"]
columns = ["week=week_concluded", "*origin", "contracts=concluded", "concluded_kwh", "agreed_cents"]
*/
-- Contracts by the day on which they were concluded, and by the last known origin of their reservation: the one that every
-- reservation is counted by (`marts.reservation_origins`).
SELECT
    date_trunc('week', c.day)::DATE AS week,
    coalesce(o.channel, 'direct') AS channel,
    coalesce(o.utm_source, '') AS utm_source,
    coalesce(o.utm_medium, '') AS utm_medium,
    coalesce(o.utm_campaign, '') AS utm_campaign,
    CASE WHEN o.channel = 'referrer' THEN o.referrer_host ELSE '' END AS referrer_host,
    count(*) AS contracts,
    sum(c.annual_kwh)::BIGINT AS concluded_kwh,
    sum(c.agreed_cents)::BIGINT AS agreed_cents
FROM staging.concluded_contracts AS c
LEFT JOIN staging.last_origins AS k ON k.reservation_id = c.reservation_id
LEFT JOIN staging.touch_origins AS o ON o.origin_key = k.origin_key
GROUP BY ALL
