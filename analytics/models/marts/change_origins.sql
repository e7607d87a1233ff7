-- What a change is explained from, for one of the two periods: visits, reservations and the measure asked for, by origin.
-- A reservation without any visit (entered by staff, imported, or nothing was recorded) has a row of its own. Contracts
-- in time are those that came within an age that the reservations of both periods have.
--
-- Origins are named once, and not for every day and reservation: to find the group of a channel is slow.
WITH visited_as_spelled AS (
    SELECT
        d.channel,
        d.utm_source,
        d.utm_medium,
        d.utm_campaign,
        d.utm_term,
        d.utm_content,
        d.referral_code,
        d.referrer_host,
        d.landing_path,
        sum(d.sessions)::BIGINT AS visits
    FROM marts.visit_origin_days AS d
    WHERE d.sessions > 0
    GROUP BY ALL
),

visited AS (
    SELECT
        of_field(
            v.channel, v.utm_source, v.utm_medium, v.utm_campaign, v.utm_term, v.utm_content, v.referral_code,
            v.referrer_host, v.landing_path
        ) AS value,
        false AS is_unvisited,
        sum(v.visits)::BIGINT AS visits
    FROM visited_as_spelled AS v
    GROUP BY ALL
),

valued AS (
    SELECT
        r.origin_key,
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
    WHERE NOT r.is_merged
),

reserved_as_spelled AS (
    SELECT
        v.origin_key,
        count(*) AS reservations,
        sum(v.amount)::BIGINT AS amount,
        coalesce(sum(v.amount) FILTER (v.is_in_time), 0)::BIGINT AS in_time
    FROM valued AS v
    GROUP BY v.origin_key
),

reserved AS (
    SELECT
        r.origin_key IS NULL AS is_unvisited,
        CASE
            WHEN r.origin_key IS NULL THEN 'ohne Besuch'
            ELSE of_field(
                o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_term, o.utm_content, o.referral_code,
                o.referrer_host, o.landing_path
            )
        END AS value,
        sum(r.reservations)::BIGINT AS reservations,
        sum(r.amount)::BIGINT AS amount,
        sum(r.in_time)::BIGINT AS in_time
    FROM reserved_as_spelled AS r
    LEFT JOIN staging.touch_origins AS o USING (origin_key)
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
