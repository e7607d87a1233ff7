/*
title = "Tag für Tag"
grain = "eine Zeile je Tag"
key = ["day"]
order = "day"
columns = [
    "day", "spot_limit", "taken", "reserved", "invited", "contracted=spots_contracted", "active", "blocked",
    "taken_kwh", "new", "given_up", "returned",
]
*/
SELECT
    d.day,
    c.spot_limit,
    c.taken,
    s.reserved,
    s.invited,
    s.contracted,
    s.active,
    d.blocked,
    c.taken_kwh,
    c.new,
    c.given_up,
    c.returned
FROM marts.spot_capacity_days AS c
INNER JOIN marts.spot_state_days AS s ON s.park_id = c.park_id AND s.day = c.day
INNER JOIN staging.spot_days AS d ON d.park_id = c.park_id AND d.day = c.day
WHERE c.park_id = getvariable('park')
