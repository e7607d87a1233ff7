/*
title = "Nach Paket und Zahlweise"
grain = "eine Zeile je Szenario, Paket und Zahlweise"
reach = "screen"
key = ["scenario", "package", "plan"]
order = "place, package, plan_months(plan)"
columns = [
    "place", "scenario", "package", "plan", "reservations=reservations_with_spot", "contracted=contracted_with_spot",
    "kwh=first_year_kwh", "month_cents", "first_year_cents", "credit_cents=total_credit_cents",
    "contracted_credit_cents", "share_cents", "setup_cents", "net_cents", "covered",
]
*/
WITH flow AS (
    SELECT
        f.position,
        f.scenario,
        f.annual_kwh,
        f.payment_plan,
        any_value(f.reservations) AS reservations,
        whole_e10(sum(f.kwh_e10) FILTER (f.year = 0)) AS kwh,
        whole_e17(sum(f.credit_e17) FILTER (f.year = 0)) AS first_year_cents,
        whole_e17(sum(f.credit_e17)) AS credit_cents,
        sum(f.credit_e17) AS credit_e17,
        whole_e6(sum(f.share_e6)) AS share_cents,
        whole_e6(sum(f.setup_e6)) AS setup_cents,
        whole_e17((sum(f.share_e6) + sum(f.setup_e6)) * 100000000000 - sum(f.credit_e17)) AS net_cents
    FROM marts.credit_flow AS f
    GROUP BY ALL
),

bound AS (
    SELECT
        g.annual_kwh,
        g.payment_plan,
        sum(g.contracted)::BIGINT AS contracted
    FROM staging.credit_groups AS g
    GROUP BY ALL
)

SELECT
    f.position AS place,
    f.scenario,
    f.annual_kwh AS package,
    f.payment_plan AS plan,
    f.reservations,
    b.contracted,
    f.kwh,
    divided(f.annual_kwh * greatest(s.rate_tenth_ct, minimum_tenth_ct()), 120)::BIGINT AS month_cents,
    f.first_year_cents,
    f.credit_cents,
    -- Households of one size and plan get the same.
    whole_e17(f.credit_e17 * b.contracted // f.reservations) AS contracted_credit_cents,
    f.share_cents,
    f.setup_cents,
    f.net_cents,
    c.tenth_years AS covered
FROM flow AS f
INNER JOIN marts.credit_scenarios AS s ON s.scenario = f.scenario
INNER JOIN bound AS b ON b.annual_kwh = f.annual_kwh AND b.payment_plan = f.payment_plan
INNER JOIN marts.credit_covered AS c
    ON c.scenario = f.scenario AND c.annual_kwh = f.annual_kwh AND c.payment_plan = f.payment_plan
