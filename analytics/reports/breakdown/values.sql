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
