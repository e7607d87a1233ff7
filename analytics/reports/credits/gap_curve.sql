SELECT
    g.profit_tenth_ct * 100 AS profit_milli_ct,
    g.is_given,
    whole_e17(sum(g.gap_e17) FILTER (g.year = 0)) AS first_year_cents,
    whole_e17(sum(g.gap_e17)) AS gap_cents
FROM marts.credit_guarantee AS g
GROUP BY ALL
