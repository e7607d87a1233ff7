/*
title = "Garantielücke Jahr für Jahr"
grain = "eine Zeile je Jahr"
key = ["year"]
order = "year"
columns = ["year", "month=year_begins", "kwh", "minimum_cents", "profit_cents", "gap_cents=profit_gap_cents"]
*/
SELECT
    g.year + 1 AS year,
    g.first_month AS month,
    whole_e10(g.kwh_e10) AS kwh,
    whole_e17(g.minimum_e17) AS minimum_cents,
    whole_e17(g.profit_e17) AS profit_cents,
    whole_e17(g.gap_e17) AS gap_cents
FROM marts.credit_guarantee AS g
WHERE g.is_given
