/*
title = "Was die 5 Cent kosten, wenn der Park weniger verdient"
grain = "eine Zeile je Gewinn"
reach = "screen"
key = ["profit_milli_ct"]
order = "profit_milli_ct"
columns = ["profit_milli_ct", "is_given", "first_year_cents=first_year_gap_cents", "gap_cents=total_gap_cents"]
*/
SELECT
    g.profit_tenth_ct * 100 AS profit_milli_ct,
    g.is_given,
    whole_e17(sum(g.gap_e17) FILTER (g.year = 0)) AS first_year_cents,
    whole_e17(sum(g.gap_e17)) AS gap_cents
FROM marts.credit_guarantee AS g
GROUP BY ALL
