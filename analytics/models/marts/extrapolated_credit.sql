-- What the reservations without known earlier visits would be credited to, had their paths been like those of their pool:
-- the same share to the origin of the last touch, and the rest to the same other origins. For each origin of the strata and each
-- model the parts sum to exactly its unknown reservations: what rounding leaves over goes to the largest remainders.
WITH own AS (
    SELECT
        a.reservation_id,
        a.channel,
        a.utm_source,
        a.utm_medium,
        a.utm_campaign,
        a.referrer_host,
        [
            ['origin', a.channel, a.utm_source, a.utm_medium, a.utm_campaign, a.referrer_host],
            ['channel', a.channel],
            CASE WHEN is_asked_of(a.channel) THEN ['all'] END
        ] AS pools
    FROM marts.attribution AS a
    INNER JOIN staging.reservations AS r USING (reservation_id)
    WHERE a.last_ppm = 1000000 AND NOT r.is_merged AND r.is_remembered
),

touched AS (
    SELECT
        a.*,
        o.pools,
        [a.channel, a.utm_source, a.utm_medium, a.utm_campaign, a.referrer_host] AS origin,
        origin = [o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.referrer_host] AS is_own
    FROM marts.attribution AS a
    INNER JOIN own AS o USING (reservation_id)
),

by_pool AS (
    SELECT
        p.pool,
        p.is_own,
        p.origin,
        p.is_chosen,
        sum(COLUMNS('^(.*)_ppm$'))::BIGINT AS "\1"
    FROM (
        SELECT
            unnest(t.pools) AS pool,
            t.is_own,
            CASE WHEN NOT t.is_own THEN t.origin END AS origin,
            -- The own one is known of each unknown reservation, too.
            CASE WHEN NOT t.is_own THEN t.is_chosen END AS is_chosen,
            COLUMNS('^.*_ppm$')
        FROM touched AS t
    ) AS p
    GROUP BY ALL
),

profiles AS (
    SELECT *
    FROM by_pool UNPIVOT (ppm FOR model IN (last, last_non_direct, first, linear, position, time_decay))
),

cells AS (
    SELECT
        [s.channel, s.utm_source, s.utm_medium, s.utm_campaign, s.referrer_host] AS stratum,
        s.is_chosen AS is_stratum_chosen,
        s.unknown,
        coalesce(p.origin, stratum) AS origin,
        p.is_own,
        coalesce(p.is_chosen, s.is_chosen) AS is_chosen,
        p.model,
        s.unknown * p.ppm // s.pool_size AS floor_ppm,
        s.unknown * p.ppm % s.pool_size AS remainder
    FROM marts.origin_strata AS s
    INNER JOIN profiles AS p ON p.pool = s.pool
    WHERE s.unknown > 0
),

rounded AS (
    SELECT
        c.*,
        c.floor_ppm
        + (row_number() OVER by_remainder <= c.unknown * 1000000 - sum(c.floor_ppm) OVER of_stratum)::BIGINT AS ppm
    FROM cells AS c
    WINDOW
        by_remainder AS (
            PARTITION BY c.stratum, c.is_stratum_chosen, c.model
            ORDER BY c.remainder DESC, c.is_own DESC, c.origin, c.is_chosen DESC
        ),
        of_stratum AS (PARTITION BY c.stratum, c.is_stratum_chosen, c.model)
)

SELECT
    r.origin[1] AS channel,
    r.origin[2] AS utm_source,
    r.origin[3] AS utm_medium,
    r.origin[4] AS utm_campaign,
    r.origin[5] AS referrer_host,
    r.is_chosen,
    coalesce(sum(r.ppm) FILTER (r.model = 'last'), 0)::BIGINT AS last_ppm,
    coalesce(sum(r.ppm) FILTER (r.model = 'last_non_direct'), 0)::BIGINT AS last_non_direct_ppm,
    coalesce(sum(r.ppm) FILTER (r.model = 'first'), 0)::BIGINT AS first_ppm,
    coalesce(sum(r.ppm) FILTER (r.model = 'linear'), 0)::BIGINT AS linear_ppm,
    coalesce(sum(r.ppm) FILTER (r.model = 'position'), 0)::BIGINT AS position_ppm,
    coalesce(sum(r.ppm) FILTER (r.model = 'time_decay'), 0)::BIGINT AS time_decay_ppm
FROM rounded AS r
GROUP BY r.origin, r.is_chosen
