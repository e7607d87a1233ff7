/*
title = "Zahlungen Monat für Monat"
grain = "eine Zeile je Szenario und Monat"
reach = "screen"
key = ["scenario", "month"]
order = "place, month"
columns = [
    "place", "scenario", "month", "kwh", "credit_cents", "contracted_credit_cents=contracted_month_cents",
    "one_off_cents", "plan_24_cents", "plan_48_cents", "setup_cents", "net_cents=balance_cents",
    "credit_so_far_cents", "net_so_far_cents",
]
*/
WITH summed AS (
    SELECT
        f.scenario,
        f.position,
        f.number,
        f.month,
        sum(f.kwh_e10) AS kwh_e10,
        sum(f.credit_e17) AS credit_e17,
        coalesce(sum(f.share_e6) FILTER (plan_months(f.payment_plan) = 0), 0) AS one_off_e6,
        coalesce(sum(f.share_e6) FILTER (plan_months(f.payment_plan) = 24), 0) AS plan_24_e6,
        coalesce(sum(f.share_e6) FILTER (plan_months(f.payment_plan) = 48), 0) AS plan_48_e6,
        sum(f.setup_e6) AS setup_e6,
        (sum(f.share_e6) + sum(f.setup_e6)) * 100000000000 - sum(f.credit_e17) AS net_e17
    FROM marts.credit_flow AS f
    GROUP BY ALL
),

bound AS (
    SELECT
        sum(g.contracted * g.annual_kwh) AS contracted_kwh,
        sum(g.reservations * g.annual_kwh) AS annual_kwh
    FROM staging.credit_groups AS g
)

SELECT
    s.position AS place,
    s.scenario,
    s.month,
    whole_e10(s.kwh_e10) AS kwh,
    whole_e17(s.credit_e17) AS credit_cents,
    whole_e17(s.credit_e17 * b.contracted_kwh // b.annual_kwh) AS contracted_credit_cents,
    whole_e6(s.one_off_e6) AS one_off_cents,
    whole_e6(s.plan_24_e6) AS plan_24_cents,
    whole_e6(s.plan_48_e6) AS plan_48_cents,
    whole_e6(s.setup_e6) AS setup_cents,
    whole_e17(s.net_e17) AS net_cents,
    whole_e17(sum(s.credit_e17) OVER so_far) AS credit_so_far_cents,
    whole_e17(sum(s.net_e17) OVER so_far) AS net_so_far_cents
FROM summed AS s
CROSS JOIN bound AS b
WINDOW so_far AS (PARTITION BY s.scenario ORDER BY s.number)
