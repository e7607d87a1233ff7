/*
title = "Monate nach Paket und Zahlweise"
grain = "eine Zeile je Paket, Zahlweise und Monat"
key = ["package", "plan", "month"]
order = "package, plan_months(plan), month"
columns = ["package", "plan", "month", "kwh", "share_cents", "setup_cents", "*scenarios=month_credits"]
*/
SELECT
    f.annual_kwh AS package,
    f.payment_plan AS plan,
    f.month,
    whole_e10(any_value(f.kwh_e10)) AS kwh,
    whole_e6(any_value(f.share_e6)) AS share_cents,
    whole_e6(any_value(f.setup_e6)) AS setup_cents,
    whole_e17(any_value(f.credit_e17) FILTER (f.position = 1)) AS conservative_cents,
    whole_e17(any_value(f.credit_e17) FILTER (f.position = 2)) AS realistic_cents,
    whole_e17(any_value(f.credit_e17) FILTER (f.position = 3)) AS optimistic_cents,
    whole_e17(any_value(f.credit_e17) FILTER (f.position = 4)) AS free_cents
FROM marts.credit_flow AS f
GROUP BY ALL
