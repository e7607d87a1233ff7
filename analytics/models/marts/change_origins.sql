-- What a change is explained from, for one of the two periods: visits, reservations and the measure asked for, by origin.
-- A reservation without any visit (entered by staff, imported, or nothing was recorded) has a row of its own. Contracts
-- in time are those that came within an age that the reservations of both periods have.
WITH visited AS (
    SELECT
        of_field(
            d.channel, d.utm_source, d.utm_medium, d.utm_campaign, d.utm_term, d.utm_content, d.referral_code,
            d.referrer_host, d.landing_path
        ) AS value,
        false AS is_unvisited,
        sum(d.sessions)::BIGINT AS visits
    FROM marts.visit_origin_days AS d
    WHERE d.sessions > 0
    GROUP BY ALL
),

valued AS (
    SELECT
        k.reservation_id IS NULL AS is_unvisited,
        CASE
            WHEN k.reservation_id IS NULL THEN 'ohne Besuch'
            ELSE of_field(
                r.channel, r.utm_source, r.utm_medium, r.utm_campaign, r.utm_term, r.utm_content, r.referral_code,
                r.referrer_host, r.landing_path
            )
        END AS value,
        CASE getvariable('measure')
            WHEN 'kwh' THEN r.annual_kwh
            WHEN 'contracted' THEN r.is_contracted::BIGINT
            ELSE 1
        END AS amount,
        getvariable('measure') <> 'contracted'
        OR r.contracted_at IS NULL
        OR getvariable('age_days') IS NULL
        OR berlin_day(r.contracted_at) <= getvariable('to_day') + getvariable('age_days')::INTEGER AS is_in_time
    FROM marts.reservation_origins AS r
    LEFT JOIN staging.last_origins AS k ON k.reservation_id = r.reservation_id
    WHERE NOT r.is_merged
),

reserved AS (
    SELECT
        v.value,
        v.is_unvisited,
        count(*) AS reservations,
        sum(v.amount)::BIGINT AS amount,
        coalesce(sum(v.amount) FILTER (v.is_in_time), 0)::BIGINT AS in_time
    FROM valued AS v
    GROUP BY ALL
)

SELECT
    value,
    is_unvisited,
    coalesce(v.visits, 0) AS visits,
    coalesce(r.reservations, 0) AS reservations,
    CASE WHEN getvariable('measure') = 'contracted' THEN coalesce(r.in_time, 0) ELSE coalesce(r.reservations, 0) END AS successes,
    coalesce(r.amount, 0) AS amount,
    coalesce(r.in_time, 0) AS in_time
FROM visited AS v
FULL JOIN reserved AS r USING (value, is_unvisited)
