/*
grain = "one row per scenario"
key = ["scenario"]
columns = ["position=list_position", "scenario", "rate_tenth_ct"]
*/
-- The rates that scenarios are computed with: those of the offer, and one chosen freely where it is given.
SELECT
    s.position,
    s.scenario,
    s.rate_tenth_ct::BIGINT AS rate_tenth_ct
FROM (
    VALUES
    (1, 'Konservativ', 50),
    (2, 'Realistisch', 60),
    (3, 'Optimistisch', 80),
    (4, 'Freier Satz', getvariable('rate_tenth_ct'))
) AS s (position, scenario, rate_tenth_ct)
WHERE s.rate_tenth_ct IS NOT NULL
