-- What the reservations without known earlier visits would be credited to, had their paths been like those of their pool:
-- the same share to the origin of the last touch, and the rest to the same other origins. A kWh is taken to be like a kWh of
-- the pool, not a reservation like a reservation: those who come by one path may take larger shares. For each origin of the
-- strata and each model the parts sum to exactly what is unknown: what rounding leaves over goes to the largest remainders.
WITH own AS (
    SELECT DISTINCT
        s.measure,
        s.origin_id,
        w.stands_for,
        pools_of(s.channel, s.utm_source, s.utm_medium, s.utm_campaign, s.referrer_host) AS pools
    FROM marts.origin_strata AS s
    INNER JOIN marts.extrapolated_weights AS w USING (measure, origin_id)
),

touched AS (
    SELECT
        c.*,
        unnest(o.pools) AS pool,
        o.stands_for,
        c.origin_id = c.last_origin_id AS is_own
    FROM marts.credit_cells AS c
    INNER JOIN own AS o ON o.measure = c.measure AND o.origin_id = c.last_origin_id
    WHERE c.is_remembered
),

by_pool AS (
    SELECT
        t.measure,
        t.pool,
        t.is_own,
        CASE
            WHEN NOT t.is_own THEN [t.channel, t.utm_source, t.utm_medium, t.utm_campaign, t.referrer_host]
        END AS origin,
        -- The own one is known of each unknown reservation, too.
        CASE WHEN NOT t.is_own THEN t.is_chosen END AS is_chosen,
        sum(t.squares * t.stands_for) // 1000000 AS squares,
        sum(COLUMNS('^(.*)_ppm$'))::BIGINT AS "\1"
    FROM touched AS t
    GROUP BY 1, 2, 3, 4, 5
),

profiles AS (
    SELECT *
    FROM by_pool UNPIVOT (ppm FOR model IN (last, last_non_direct, first, linear, position, time_decay))
),

cells AS (
    SELECT
        s.measure,
        [s.channel, s.utm_source, s.utm_medium, s.utm_campaign, s.referrer_host] AS stratum,
        s.is_chosen AS is_stratum_chosen,
        s.unknown_amount,
        coalesce(p.origin, stratum) AS origin,
        p.is_own,
        coalesce(p.is_chosen, s.is_chosen) AS is_chosen,
        p.model,
        s.unknown_amount * p.ppm::HUGEINT // s.pool_amount AS floor_ppm,
        s.unknown_amount * p.ppm::HUGEINT % s.pool_amount AS remainder,
        s.unknown_amount * p.squares // s.pool_amount + s.unknown_squares * p.ppm // s.pool_amount AS squares
    FROM marts.origin_strata AS s
    INNER JOIN profiles AS p ON p.measure = s.measure AND p.pool = s.pool
    WHERE s.unknown > 0
),

rounded AS (
    SELECT
        c.*,
        c.floor_ppm + (
            row_number() OVER by_remainder <= c.unknown_amount * 1000000 - sum(c.floor_ppm) OVER of_stratum
        )::BIGINT AS ppm
    FROM cells AS c
    WINDOW
        by_remainder AS (
            PARTITION BY c.measure, c.stratum, c.is_stratum_chosen, c.model
            ORDER BY c.remainder DESC, c.is_own DESC, c.origin, c.is_chosen DESC
        ),
        of_stratum AS (PARTITION BY c.measure, c.stratum, c.is_stratum_chosen, c.model)
)

SELECT
    r.measure,
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
    coalesce(sum(r.ppm) FILTER (r.model = 'time_decay'), 0)::BIGINT AS time_decay_ppm,
    coalesce(sum(r.squares) FILTER (r.model = getvariable('model')), 0) AS squares
FROM rounded AS r
GROUP BY r.measure, r.origin, r.is_chosen
