-- What origins are credited with where earlier visits may be remembered, and what that comes to for all reservations: the
-- unknown paths by those of their pool (`extrapolated_credit`), and by one touch who was not asked. Nothing is extrapolated
-- where some reservations have no pool.
WITH measured AS (
    SELECT
        c.measure,
        c.channel,
        c.utm_source,
        c.utm_medium,
        c.utm_campaign,
        c.referrer_host,
        sum(c.reservations)::BIGINT AS reservations,
        coalesce(sum(c.reservations) FILTER (c.is_remembered), 0)::BIGINT AS remembered,
        coalesce(sum(c.last_ppm) FILTER (c.is_remembered), 0)::BIGINT AS last_ppm,
        coalesce(sum(c.last_non_direct_ppm) FILTER (c.is_remembered), 0)::BIGINT AS last_non_direct_ppm,
        coalesce(sum(c.first_ppm) FILTER (c.is_remembered), 0)::BIGINT AS first_ppm,
        coalesce(sum(c.linear_ppm) FILTER (c.is_remembered), 0)::BIGINT AS linear_ppm,
        coalesce(sum(c.position_ppm) FILTER (c.is_remembered), 0)::BIGINT AS position_ppm,
        coalesce(sum(c.time_decay_ppm) FILTER (c.is_remembered), 0)::BIGINT AS time_decay_ppm
    FROM marts.credit_cells AS c
    WHERE c.is_chosen
    GROUP BY ALL
),

seen AS (
    SELECT
        s.measure,
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
        m.*,
        coalesce(n.ppm, 0) AS as_seen_ppm,
        coalesce(e.last_ppm, 0) AS last_unknown,
        coalesce(e.last_non_direct_ppm, 0) AS last_non_direct_unknown,
        coalesce(e.first_ppm, 0) AS first_unknown,
        coalesce(e.linear_ppm, 0) AS linear_unknown,
        coalesce(e.position_ppm, 0) AS position_unknown,
        coalesce(e.time_decay_ppm, 0) AS time_decay_unknown,
        coalesce(e.squares, 0) AS squares
    FROM measured AS m
    LEFT JOIN (SELECT x.* FROM marts.extrapolated_credit AS x WHERE x.is_chosen) AS e
        USING (measure, channel, utm_source, utm_medium, utm_campaign, referrer_host)
    LEFT JOIN seen AS n USING (measure, channel, utm_source, utm_medium, utm_campaign, referrer_host)
)

SELECT
    f.measure,
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
    f.squares,
    w.uncertainty_e12
FROM filled AS f
INNER JOIN marts.extrapolated_cases AS w USING (measure)
