-- What origins are credited with where earlier visits may be remembered, and what that comes to for all reservations: the
-- unknown paths by those of their pool (`extrapolated_credit`), and by one touch who was not asked. Nothing is extrapolated
-- where some reservations have no pool.
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

seen AS (
    SELECT
        s.channel,
        s.utm_source,
        s.utm_medium,
        s.utm_campaign,
        s.referrer_host,
        sum(s.as_seen)::BIGINT * 1000000 AS ppm
    FROM marts.origin_strata AS s
    WHERE s.is_chosen
    GROUP BY ALL
),

filled AS (
    SELECT
        channel,
        utm_source,
        utm_medium,
        utm_campaign,
        referrer_host,
        m.* EXCLUDE (channel, utm_source, utm_medium, utm_campaign, referrer_host),
        coalesce(n.ppm, 0) AS as_seen_ppm,
        coalesce(e.last_ppm, 0) AS last_unknown,
        coalesce(e.last_non_direct_ppm, 0) AS last_non_direct_unknown,
        coalesce(e.first_ppm, 0) AS first_unknown,
        coalesce(e.linear_ppm, 0) AS linear_unknown,
        coalesce(e.position_ppm, 0) AS position_unknown,
        coalesce(e.time_decay_ppm, 0) AS time_decay_unknown
    FROM measured AS m
    LEFT JOIN (SELECT x.* FROM marts.extrapolated_credit AS x WHERE x.is_chosen) AS e
        USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
    LEFT JOIN seen AS n USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
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
    f.as_seen_ppm,
    CASE WHEN w.is_known THEN f.last_ppm + f.as_seen_ppm + f.last_unknown END AS all_last_ppm,
    CASE WHEN w.is_known THEN f.last_non_direct_ppm + f.as_seen_ppm + f.last_non_direct_unknown END AS all_last_non_direct_ppm,
    CASE WHEN w.is_known THEN f.first_ppm + f.as_seen_ppm + f.first_unknown END AS all_first_ppm,
    CASE WHEN w.is_known THEN f.linear_ppm + f.as_seen_ppm + f.linear_unknown END AS all_linear_ppm,
    CASE WHEN w.is_known THEN f.position_ppm + f.as_seen_ppm + f.position_unknown END AS all_position_ppm,
    CASE WHEN w.is_known THEN f.time_decay_ppm + f.as_seen_ppm + f.time_decay_unknown END AS all_time_decay_ppm,
    w.unknown,
    CASE WHEN w.is_known THEN w.cases END AS cases
FROM filled AS f
CROSS JOIN marts.extrapolated_cases AS w
