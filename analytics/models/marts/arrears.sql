/*
grain = "one row per age of claims that are not paid in full"
key = ["age"]
columns = ["age", "arrears_contracts", "arrears_cents"]
*/
-- What households owe today, by the days since it was due.
WITH ages AS (
    SELECT unnest([
        {'age': '0 bis 14 Tage', 'least': 0, 'most': 14},
        {'age': '15 bis 30 Tage', 'least': 15, 'most': 30},
        {'age': '31 bis 60 Tage', 'least': 31, 'most': 60},
        {'age': 'über 60 Tage', 'least': 61, 'most': 1000000}
    ], recursive := true)
)

SELECT
    a.age,
    count(DISTINCT c.contract_id) AS arrears_contracts,
    coalesce(sum(c.unpaid_cents), 0)::BIGINT AS arrears_cents
FROM ages AS a
LEFT JOIN staging.open_claims AS c
    ON c.unpaid_cents > 0 AND getvariable('as_of_day') - c.due BETWEEN a.least AND a.most
GROUP BY a.age
