/*
title = "Nach Herkunft"
grain = "eine Zeile je Wert"
key = ["value"]
order = "reservations DESC, visitors DESC, value"
is_compared = true
columns = [
    "value", "visitors", "sessions", "reservations", "quote", "contracted", "cancelled", "kwh=annual_kwh", "bound_kwh",
    "cost_cents", "cost_per_reservation",
]
ripens.count = ["contracted", "bound_kwh"]
*/
SELECT
    f.value,
    f.visitors,
    f.sessions,
    f.reservations,
    rate_of(f.reservations, f.visitors) AS quote,
    f.contracted,
    f.cancelled,
    f.kwh,
    f.bound_kwh,
    f.cost_cents,
    divided(f.cost_cents, f.reservations) AS cost_per_reservation
FROM marts.field_values AS f
