/*
title = "Abrechnung eines Haushalts"
grain = "eine Zeile je Paket und Monat"
reach = "screen"
key = ["package", "month"]
order = "package, month"
columns = ["package", "year", "month", "*scenarios=statement"]
*/
SELECT
    p.annual_kwh AS package,
    p.year + 1 AS year,
    p.month,
    any_value(p.cents) FILTER (p.position = 1)::BIGINT AS conservative_cents,
    any_value(p.cents) FILTER (p.position = 2)::BIGINT AS realistic_cents,
    any_value(p.cents) FILTER (p.position = 3)::BIGINT AS optimistic_cents,
    any_value(p.cents) FILTER (p.position = 4)::BIGINT AS free_cents
FROM marts.credit_statements AS p
GROUP BY ALL
