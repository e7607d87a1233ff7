/*
grain = "one row per scenario, size, plan and month"
key = ["scenario", "annual_kwh", "payment_plan", "number"]
columns = [
    "scenario", "position=list_position", "annual_kwh", "payment_plan", "number", "month", "year",
    "reservations=reservations_with_spot", "kwh_e10", "credit_e17", "statement_cents", "share_e6",
    "setup_e6",
]
table = true
*/
-- What shares yield in each month of each scenario. Everything is exact and only the statements are rounded:
-- code that sums these rows rounds the total once.
--
-- A household's credit is the value of its kWh at the scenario's rate, but at least the minimum of the contract.
WITH sizes AS (
    SELECT
        g.annual_kwh,
        g.payment_plan,
        sum(g.reservations)::BIGINT AS reservations
    FROM staging.credit_groups AS g
    GROUP BY ALL
),

rates AS (
    SELECT
        s.scenario,
        s.position,
        m.*,
        paid_rate(s.rate_tenth_ct, m.price_ppm, m.money_ppm)::HUGEINT AS paid_e6
    FROM marts.credit_scenarios AS s
    CROSS JOIN staging.credit_months AS m
)

SELECT
    r.scenario,
    r.position,
    z.annual_kwh,
    z.payment_plan,
    r.number,
    r.month,
    r.year,
    z.reservations,
    (z.reservations * z.annual_kwh * r.share_bp)::HUGEINT * r.degradation_ppm AS kwh_e10,
    (z.reservations * z.annual_kwh * r.share_bp)::HUGEINT * r.degradation_ppm * r.paid_e6 AS credit_e17,
    z.reservations * statement_cents(z.annual_kwh * r.degradation_ppm * r.paid_e6, r.share_so_far_bp, r.share_bp)
        AS statement_cents,
    p.share_e6,
    p.setup_e6
FROM rates AS r
CROSS JOIN sizes AS z
INNER JOIN marts.credit_payments AS p
    ON p.annual_kwh = z.annual_kwh AND p.payment_plan = z.payment_plan AND p.number = r.number
