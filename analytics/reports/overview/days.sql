/*
title = "Tag für Tag"
grain = "eine Zeile je Tag"
key = ["day"]
order = "day"
is_compared = true
columns = ["day", "visitors", "sessions", "reservations", "contracted", "bound_kwh", "cost_cents"]
ripens.count = ["contracted", "bound_kwh"]
*/
SELECT
    d.day,
    d.visitors,
    d.sessions,
    d.reservations,
    d.contracted,
    d.bound_kwh,
    d.cost_cents
FROM marts.marketing_days AS d
