-- How much is unknown though it was asked, and how sure it is what it would be credited to: as many cases as a plain sample
-- of the same certainty would have, after Kish: unknown² / (sum of squared weights), and what the unknown ones really did
-- varies as well. Each weight is that of one reservation, so kWh and money have fewer cases than contracts. Whole numbers
-- add up the same in any order.
WITH strata AS (
    SELECT
        s.measure,
        sum(s.unknown_amount)::BIGINT AS unknown,
        sum(s.unknown_squares * 1000000 + coalesce(
            s.remembered_squares * w.stands_for::HUGEINT * w.stands_for // 1000000, 0
        )) AS squares,
        coalesce(bool_and(s.pool IS NOT NULL) FILTER (s.unknown > 0), true) AS is_known
    FROM marts.origin_strata AS s
    LEFT JOIN marts.extrapolated_weights AS w USING (measure, origin_id)
    GROUP BY s.measure
)

SELECT
    s.measure,
    s.unknown,
    in_cases_e12(s.squares, s.unknown) AS uncertainty_e12,
    s.is_known
FROM strata AS s
