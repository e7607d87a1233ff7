/*
grain = "one row per size, plan and month"
key = ["annual_kwh", "payment_plan", "number"]
columns = ["annual_kwh", "payment_plan", "number", "share_e6", "setup_e6"]
*/
-- What households pay for their shares in each month: at once or in instalments, the last of which takes what rounding
-- left over, and the fee for setting up in the first month.
WITH due AS (
    SELECT
        g.*,
        plan_months(g.payment_plan) AS months,
        divided(g.plan_total_cents, greatest(plan_months(g.payment_plan), 1)) AS instalment_cents
    FROM staging.credit_groups AS g
)

SELECT
    d.annual_kwh,
    d.payment_plan,
    m.number,
    sum(
        d.reservations * m.money_ppm * CASE
            WHEN m.number = greatest(d.months, 1) - 1 THEN d.plan_total_cents - m.number * d.instalment_cents
            WHEN m.number < d.months THEN d.instalment_cents
            ELSE 0
        END
    )::HUGEINT AS share_e6,
    sum(d.reservations * m.money_ppm * CASE WHEN m.number = 0 THEN d.setup_fee_cents ELSE 0 END)::HUGEINT AS setup_e6
FROM due AS d
CROSS JOIN staging.credit_months AS m
GROUP BY ALL
