/*
grain = "one row per month in which credits are computed"
key = ["number"]
columns = [
    "number", "month", "year", "share_bp", "share_so_far_bp", "degradation_ppm", "price_ppm", "money_ppm",
    "discount_ppm",
]
table = true
*/
-- The months of the scenarios, from the one in which credits begin. A year is twelve months from there, so every year
-- has each calendar month once and the park's shares of it add up to one.
--
-- Of a year there are three factors. Degradation: what the modules still yield. Price: what the rate has become, in the
-- money shown. Money: what a euro of that year is worth in the money shown; nominal amounts are those of their time,
-- so it is one. Discount, for present values alone: what a euro of that year is worth in the first one, at the chosen
-- rate of interest.
WITH numbered AS (
    SELECT
        coalesce(
            date_trunc('month', getvariable('starts_on')),
            date_trunc('month', getvariable('as_of_day')) + INTERVAL 1 MONTH
        )::DATE AS first_month,
        unnest(range(getvariable('years') * 12)) AS number
),

years AS (
    SELECT
        y.year,
        compounded(10000 - getvariable('degradation_bp'), 10000, y.year) AS degradation_ppm,
        compounded(10000 + getvariable('price_path_bp'), 10000, y.year) AS price_ppm,
        CASE
            WHEN getvariable('price_basis') = 'real' THEN compounded(10000, 10000 + getvariable('inflation_bp'), y.year)
            ELSE 1000000
        END AS money_ppm,
        compounded(10000, 10000 + getvariable('discount_bp'), y.year) AS discount_ppm
    FROM (SELECT unnest(range(getvariable('years'))) AS year) AS y
)

SELECT
    n.number,
    (n.first_month + to_months(n.number::INTEGER))::DATE AS month,
    n.number // 12 AS year,
    p.share_bp,
    (sum(p.share_bp) OVER (PARTITION BY n.number // 12 ORDER BY n.number))::BIGINT AS share_so_far_bp,
    y.degradation_ppm,
    y.price_ppm,
    y.money_ppm,
    y.discount_ppm
FROM numbered AS n
INNER JOIN years AS y ON y.year = n.number // 12
INNER JOIN source.production_shares AS p
    ON p.park_id = getvariable('park') AND p.month = month(n.first_month + to_months(n.number::INTEGER))
