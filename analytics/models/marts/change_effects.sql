-- What each cause adds to the difference of an origin, in whole millionths: rounded by largest remainder, so that the
-- causes of an origin sum exactly to its difference, and so do all sums of them. `analytics/CHANGES.md`.
WITH exact AS (
    SELECT
        p.value,
        p.is_unvisited,
        (
            CASE WHEN p.visits > 0 THEN p.in_time ELSE 0 END
            - CASE WHEN p.visits_before > 0 THEN p.in_time_before ELSE 0 END
        ) * 1000000 AS to_divide,
        unnest([
            {
                'cause': 'volume', 'place': 1,
                'ppm': 1000000 * effect_of(
                    p.all_visits - p.all_visits_before,
                    p.share_before, p.share, p.rate_before, p.rate, p.each_before, p.each
                )
            },
            {
                'cause': 'mix', 'place': 2,
                'ppm': 1000000 * effect_of(
                    p.share - p.share_before,
                    p.all_visits_before, p.all_visits, p.rate_before, p.rate, p.each_before, p.each
                )
            },
            {
                'cause': 'rate', 'place': 3,
                'ppm': 1000000 * effect_of(
                    p.rate - p.rate_before,
                    p.all_visits_before, p.all_visits, p.share_before, p.share, p.each_before, p.each
                )
            },
            {
                'cause': 'each', 'place': 4,
                'ppm': 1000000 * effect_of(
                    p.each - p.each_before,
                    p.all_visits_before, p.all_visits, p.share_before, p.share, p.rate_before, p.rate
                )
            }
        ], recursive := true)
    FROM marts.change_pairs AS p
),

floored AS (
    SELECT
        e.*,
        floor(e.ppm)::BIGINT AS whole,
        e.to_divide - sum(floor(e.ppm)::BIGINT) OVER one AS missing,
        row_number() OVER (PARTITION BY e.is_unvisited, e.value ORDER BY e.ppm - floor(e.ppm) DESC, e.place) AS nth
    FROM exact AS e
    WINDOW one AS (PARTITION BY e.is_unvisited, e.value)
)

SELECT
    f.value,
    f.is_unvisited,
    f.cause,
    f.place::BIGINT AS place,
    (f.whole + CASE WHEN f.nth <= f.missing THEN 1 ELSE 0 END)::BIGINT AS effect_ppm
FROM floored AS f
UNION ALL
-- An origin without visits in a period has no rate there: what it brought came without a visit that we saw.
SELECT
    p.value,
    p.is_unvisited,
    'unvisited' AS cause,
    5 AS place,
    1000000 * (
        CASE WHEN p.visits > 0 THEN 0 ELSE p.in_time END
        - CASE WHEN p.visits_before > 0 THEN 0 ELSE p.in_time_before END
    ) AS effect_ppm
FROM marts.change_pairs AS p
UNION ALL
SELECT
    p.value,
    p.is_unvisited,
    'ripeness' AS cause,
    6 AS place,
    1000000 * (p.amount - p.in_time - p.amount_before + p.in_time_before) AS effect_ppm
FROM marts.change_pairs AS p
