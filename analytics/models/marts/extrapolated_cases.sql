-- How many reservations are unknown though they were asked, and how sure it is what they would be credited to.
WITH pools AS (
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
                CASE WHEN is_asked_of(s.channel) THEN ['all'] END
            ]) AS pool,
            [s.channel, s.utm_source, s.utm_medium, s.utm_campaign, s.referrer_host, s.is_chosen::VARCHAR] AS origin
        FROM marts.origin_strata AS s
        WHERE s.remembered > 0
    ) AS o
    INNER JOIN pools AS p USING (pool)
    GROUP BY o.origin, o.remembered
)

-- As many cases as a plain sample of the same certainty would have, after Kish: unknown² / (sum of squared weights), and
-- what the unknown ones really did varies as well. Whole numbers add up the same in any order.
SELECT
    coalesce(sum(p.unknown), 0)::BIGINT AS unknown,
    1e6 * sum(p.unknown) * sum(p.unknown) / (
        (SELECT coalesce(sum(s.remembered * s.for_ppm::HUGEINT * s.for_ppm // 1000000), 0) FROM standing AS s)
        + 1000000 * sum(p.unknown)
    ) AS cases,
    coalesce(bool_and(p.pool IS NOT NULL), true) AS is_known
FROM pools AS p
