/*
grain = "one row per value of the field that is asked for"
key = ["value"]
columns = [
    "value", "visitors", "sessions", "reservations", "contracted", "cancelled", "kwh=annual_kwh", "bound_kwh",
    "cost_cents",
]
*/
-- Results and costs of each value of one touch field, chosen by a parameter. Costs are booked by campaign tags, so only
-- these, the channel and its group have any. A value without entered costs has null, not 0.
WITH visited AS (
    SELECT
        of_field(
            d.channel, d.utm_source, d.utm_medium, d.utm_campaign, d.utm_term, d.utm_content, d.referral_code,
            d.referrer_host, d.landing_path, d.device
        ) AS value,
        sum(d.visitors)::BIGINT AS visitors,
        sum(d.sessions)::BIGINT AS sessions
    FROM marts.visit_origin_days AS d
    WHERE d.sessions > 0
    GROUP BY ALL
),

reserved AS (
    SELECT
        of_field(
            r.channel, r.utm_source, r.utm_medium, r.utm_campaign, r.utm_term, r.utm_content, r.referral_code,
            r.referrer_host, r.landing_path, r.device
        ) AS value,
        count(*) AS reservations,
        count(*) FILTER (r.is_contracted) AS contracted,
        count(*) FILTER (r.is_cancelled) AS cancelled,
        sum(r.annual_kwh)::BIGINT AS kwh,
        coalesce(sum(r.annual_kwh) FILTER (r.is_bound), 0)::BIGINT AS bound_kwh
    FROM marts.reservation_origins AS r
    WHERE NOT r.is_merged
    GROUP BY ALL
),

spent AS (
    SELECT
        of_field('campaign', s.utm_source, s.utm_medium, s.utm_campaign, '', '', '', '', '', '') AS value,
        sum(s.cents)::BIGINT AS cents
    FROM staging.spend AS s
    WHERE
        getvariable('field') IN ('channel', 'channel_group', 'utm_source', 'utm_medium', 'utm_campaign')
        AND costs_are_known()
    GROUP BY ALL
)

SELECT
    value,
    coalesce(v.visitors, 0) AS visitors,
    coalesce(v.sessions, 0) AS sessions,
    coalesce(r.reservations, 0) AS reservations,
    coalesce(r.contracted, 0) AS contracted,
    coalesce(r.cancelled, 0) AS cancelled,
    coalesce(r.kwh, 0) AS kwh,
    coalesce(r.bound_kwh, 0) AS bound_kwh,
    s.cents AS cost_cents
FROM visited AS v
FULL JOIN reserved AS r USING (value)
FULL JOIN spent AS s USING (value)
-- Costs of 0 alone are no reason for a row.
WHERE v.sessions > 0 OR r.reservations > 0 OR s.cents > 0
