/*
grain = "one row per profit and year"
key = ["profit_tenth_ct", "year"]
columns = ["profit_tenth_ct", "is_given", "year", "first_month=year_begins", "kwh_e10", "profit_e17", "minimum_e17", "gap_e17"]
*/
-- What it costs the park that a kWh under contract is credited with the minimum at least, when it makes less with one:
-- for each profit from 0 to 8 cent, and the given one. Nothing without a given one: what the park makes is not ours to say.
WITH yields AS (
    SELECT
        m.year,
        min(m.month) AS first_month,
        m.price_ppm,
        m.money_ppm,
        (sum(m.share_bp) * m.degradation_ppm)::HUGEINT * s.annual_kwh AS kwh_e10
    FROM staging.credit_months AS m
    CROSS JOIN (SELECT coalesce(sum(g.contracted * g.annual_kwh), 0)::BIGINT AS annual_kwh FROM staging.credit_groups AS g) AS s
    GROUP BY m.year, m.price_ppm, m.money_ppm, m.degradation_ppm, s.annual_kwh
),

profits AS (
    SELECT p.profit_tenth_ct
    FROM (
        SELECT unnest(range(81)) AS profit_tenth_ct
        UNION
        SELECT getvariable('profit_tenth_ct')
    ) AS p
    WHERE getvariable('profit_tenth_ct') IS NOT NULL
)

SELECT
    p.profit_tenth_ct,
    p.profit_tenth_ct = getvariable('profit_tenth_ct') AS is_given,
    y.year,
    y.first_month,
    y.kwh_e10,
    y.kwh_e10 * p.profit_tenth_ct * y.price_ppm AS profit_e17,
    y.kwh_e10 * minimum_tenth_ct() * y.money_ppm AS minimum_e17,
    y.kwh_e10 * missing_rate(p.profit_tenth_ct, y.price_ppm, y.money_ppm) AS gap_e17
FROM yields AS y
CROSS JOIN profits AS p
