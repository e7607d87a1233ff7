-- What origins are credited with where earlier visits may be remembered, and what that comes to for all reservations: the
-- unknown paths by those of their pool (`extrapolated_credit`), with an 80 % interval for the chosen model. Nothing is
-- extrapolated where some reservations have no pool.
WITH measured AS (
    SELECT
        a.channel,
        a.utm_source,
        a.utm_medium,
        a.utm_campaign,
        a.referrer_host,
        count(DISTINCT a.reservation_id) AS reservations,
        count(DISTINCT a.reservation_id) FILTER (r.is_remembered) AS remembered,
        coalesce(sum(a.last_ppm) FILTER (r.is_remembered), 0)::BIGINT AS last_ppm,
        coalesce(sum(a.last_non_direct_ppm) FILTER (r.is_remembered), 0)::BIGINT AS last_non_direct_ppm,
        coalesce(sum(a.first_ppm) FILTER (r.is_remembered), 0)::BIGINT AS first_ppm,
        coalesce(sum(a.linear_ppm) FILTER (r.is_remembered), 0)::BIGINT AS linear_ppm,
        coalesce(sum(a.position_ppm) FILTER (r.is_remembered), 0)::BIGINT AS position_ppm,
        coalesce(sum(a.time_decay_ppm) FILTER (r.is_remembered), 0)::BIGINT AS time_decay_ppm
    FROM marts.attribution AS a
    INNER JOIN staging.reservations AS r USING (reservation_id)
    WHERE a.is_chosen AND NOT r.is_merged
    GROUP BY ALL
),

pools AS (
    SELECT
        s.pool,
        s.pool_size,
        sum(s.unknown)::BIGINT AS unknown
    FROM marts.origin_strata AS s
    WHERE s.unknown > 0
    GROUP BY ALL
),

-- For how many unknown ones each remembered reservation stands, in all the pools it is in.
standing AS (
    SELECT
        o.remembered,
        sum(p.unknown * 1000000 // p.pool_size)::BIGINT AS for_ppm
    FROM (
        SELECT
            s.remembered,
            unnest([
                ['origin', s.channel, s.utm_source, s.utm_medium, s.utm_campaign, s.referrer_host],
                ['channel', s.channel],
                ['all']
            ]) AS pool,
            [s.channel, s.utm_source, s.utm_medium, s.utm_campaign, s.referrer_host, s.is_chosen::VARCHAR] AS origin
        FROM marts.origin_strata AS s
        WHERE s.remembered > 0
    ) AS o
    INNER JOIN pools AS p USING (pool)
    GROUP BY o.origin, o.remembered
),

-- As many cases as a plain sample of the same certainty would have, after Kish: unknown² / (sum of squared weights), and
-- what the unknown ones really did varies as well. Whole numbers add up the same in any order.
whole AS (
    SELECT
        coalesce(sum(p.unknown), 0)::BIGINT AS unknown,
        1e6 * sum(p.unknown) * sum(p.unknown) / (
            (SELECT coalesce(sum(s.remembered * s.for_ppm::HUGEINT * s.for_ppm // 1000000), 0) FROM standing AS s)
            + 1000000 * sum(p.unknown)
        ) AS cases,
        coalesce(bool_and(p.pool IS NOT NULL), true) AS is_known
    FROM pools AS p
),

filled AS (
    SELECT
        channel,
        utm_source,
        utm_medium,
        utm_campaign,
        referrer_host,
        m.* EXCLUDE (channel, utm_source, utm_medium, utm_campaign, referrer_host),
        coalesce(e.last_ppm, 0) AS last_unknown,
        coalesce(e.last_non_direct_ppm, 0) AS last_non_direct_unknown,
        coalesce(e.first_ppm, 0) AS first_unknown,
        coalesce(e.linear_ppm, 0) AS linear_unknown,
        coalesce(e.position_ppm, 0) AS position_unknown,
        coalesce(e.time_decay_ppm, 0) AS time_decay_unknown
    FROM measured AS m
    LEFT JOIN (SELECT x.* FROM marts.extrapolated_credit AS x WHERE x.is_chosen) AS e
        USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
)

SELECT
    f.channel,
    f.utm_source,
    f.utm_medium,
    f.utm_campaign,
    f.referrer_host,
    f.reservations,
    f.remembered,
    f.last_ppm,
    f.last_non_direct_ppm,
    f.first_ppm,
    f.linear_ppm,
    f.position_ppm,
    f.time_decay_ppm,
    CASE WHEN w.is_known THEN f.last_ppm + f.last_unknown END AS all_last_ppm,
    CASE WHEN w.is_known THEN f.last_non_direct_ppm + f.last_non_direct_unknown END AS all_last_non_direct_ppm,
    CASE WHEN w.is_known THEN f.first_ppm + f.first_unknown END AS all_first_ppm,
    CASE WHEN w.is_known THEN f.linear_ppm + f.linear_unknown END AS all_linear_ppm,
    CASE WHEN w.is_known THEN f.position_ppm + f.position_unknown END AS all_position_ppm,
    CASE WHEN w.is_known THEN f.time_decay_ppm + f.time_decay_unknown END AS all_time_decay_ppm,
    w.unknown,
    CASE WHEN w.is_known THEN w.cases::DOUBLE END AS cases
FROM filled AS f
CROSS JOIN whole AS w
