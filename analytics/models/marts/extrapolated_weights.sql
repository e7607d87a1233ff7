-- For how much of what is unknown one remembered unit of each last touch stands, in all the pools it is in.
WITH pools AS (
    SELECT
        s.measure,
        s.pool,
        s.pool_amount,
        sum(s.unknown_amount)::BIGINT AS unknown_amount
    FROM marts.origin_strata AS s
    WHERE s.unknown > 0 AND s.pool IS NOT NULL
    GROUP BY ALL
),

-- An origin has two strata where the filters let only some of its touches through.
origins AS (
    SELECT DISTINCT
        s.measure,
        s.origin_id,
        unnest(pools_of(s.channel, s.utm_source, s.utm_medium, s.utm_campaign, s.referrer_host)) AS pool
    FROM marts.origin_strata AS s
    WHERE s.remembered > 0
)

SELECT
    o.measure,
    o.origin_id,
    sum(p.unknown_amount * 1000000::HUGEINT // p.pool_amount)::BIGINT AS stands_for
FROM origins AS o
INNER JOIN pools AS p USING (measure, pool)
GROUP BY ALL
