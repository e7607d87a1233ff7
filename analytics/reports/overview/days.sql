SELECT
    d.day,
    d.visitors,
    d.sessions,
    d.reservations,
    d.contracted,
    d.bound_kwh,
    d.cost_cents
FROM marts.marketing_days AS d
