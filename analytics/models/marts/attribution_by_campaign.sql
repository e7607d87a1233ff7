/*
grain = "one row per attribution model and origin with reservations or costs in the period"
key = ["model", "*origin"]
columns = [
    "model", "channel", "campaign_id", "utm_source", "utm_medium", "utm_campaign", "referrer_host", "reservations_ppm",
    "merged_ppm", "confirmed_ppm", "contracted_ppm", "cancelled_ppm", "kwh_ppm=reserved_kwh_ppm", "contracted_kwh_ppm",
    "cents_ppm", "cost_cents",
]
*/
-- The six models side by side: what each origin brought in the period and what it cost. A campaign that cost money and
-- brought nothing has rows, too, so that the costs add up.
WITH brought AS (
    SELECT
        d.model,
        d.channel,
        d.campaign_id,
        d.utm_source,
        d.utm_medium,
        d.utm_campaign,
        d.referrer_host,
        sum(COLUMNS('_ppm$'))::BIGINT
    FROM marts.attribution_days AS d
    GROUP BY ALL
),

spent AS (
    SELECT
        m.model,
        'campaign' AS channel,
        s.campaign_id,
        s.utm_source,
        s.utm_medium,
        s.utm_campaign,
        '' AS referrer_host,
        sum(s.cents)::BIGINT AS cost_cents
    FROM staging.spend AS s
    CROSS JOIN (
        SELECT unnest(['last', 'last_non_direct', 'first', 'linear', 'position', 'time_decay']) AS model
    ) AS m
    GROUP BY ALL
)

SELECT
    model,
    channel,
    coalesce(b.campaign_id, s.campaign_id) AS campaign_id,
    utm_source,
    utm_medium,
    utm_campaign,
    referrer_host,
    coalesce(b.reservations_ppm, 0) AS reservations_ppm,
    coalesce(b.merged_ppm, 0) AS merged_ppm,
    coalesce(b.confirmed_ppm, 0) AS confirmed_ppm,
    coalesce(b.contracted_ppm, 0) AS contracted_ppm,
    coalesce(b.cancelled_ppm, 0) AS cancelled_ppm,
    coalesce(b.kwh_ppm, 0) AS kwh_ppm,
    coalesce(b.contracted_kwh_ppm, 0) AS contracted_kwh_ppm,
    coalesce(b.cents_ppm, 0) AS cents_ppm,
    s.cost_cents
FROM brought AS b
FULL JOIN spent AS s USING (model, channel, utm_source, utm_medium, utm_campaign, referrer_host)
