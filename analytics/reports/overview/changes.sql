/*
title = "Was sich geändert hat"
grain = "eine Zeile je Wert des gewählten Feldes"
key = ["value"]
order = "abs(reservations - coalesce(reservations_before, reservations)) DESC, reservations DESC, visitors DESC, value"
is_compared = true
needs_comparison = true
columns = ["value", "visitors", "reservations", "quote", "contracted", "cost_cents"]
ripens.count = ["contracted"]
*/
SELECT
    f.value,
    f.visitors,
    f.reservations,
    rate_of(f.reservations, f.visitors) AS quote,
    f.contracted,
    f.cost_cents
FROM marts.field_values AS f
