/*
grain = "one row per scenario, package and month"
key = ["scenario", "annual_kwh", "number"]
columns = ["scenario", "position=list_position", "annual_kwh", "number", "month", "year", "cents=statement_of_month"]
*/
-- What the statements of a household show for each month of each scenario, by package.
WITH so_far AS (
    SELECT
        s.scenario,
        s.position,
        z.annual_kwh,
        m.number,
        m.month,
        m.year,
        m.share_bp,
        m.share_so_far_bp,
        z.annual_kwh * m.degradation_ppm * paid_rate(s.rate_tenth_ct, m.price_ppm, m.money_ppm)::HUGEINT AS year_e13
    FROM marts.credit_scenarios AS s
    CROSS JOIN staging.credit_months AS m
    CROSS JOIN (SELECT unnest([1000, 2000, 3000])::BIGINT AS annual_kwh) AS z
)

SELECT
    y.scenario,
    y.position,
    y.annual_kwh,
    y.number,
    y.month,
    y.year,
    statement_cents(y.year_e13, y.share_so_far_bp, y.share_bp) AS cents
FROM so_far AS y
WHERE getvariable('package') IN ('all', y.annual_kwh::VARCHAR)
