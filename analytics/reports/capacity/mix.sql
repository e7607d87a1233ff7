/*
title = "Pakete und Zahlweisen"
grain = "eine Zeile je Paket und Zahlweise"
key = ["package", "plan"]
order = "package, plan DESC"
columns = [
    "package", "plan", "taken", "taken_share", "taken_kwh", "contracted=contracted_with_spot", "contracted_kwh", "new",
    "new_share",
]
*/
SELECT
    m.annual_kwh AS package,
    m.payment_plan AS plan,
    m.taken,
    share_of(m.taken, sum(m.taken) OVER ()) AS taken_share,
    m.taken_kwh,
    m.contracted,
    m.contracted_kwh,
    m.new,
    share_of(m.new, sum(m.new) OVER ()) AS new_share
FROM marts.package_mix AS m
WHERE m.park_id = getvariable('park')
