/*
title = "Auf einen Blick"
grain = "eine Zeile: der Park am Ende des Zeitraums"
key = ["day"]
order = "day"
columns = [
    "day=period_end", "spot_limit", "occupied", "occupied_share", "taken", "held", "blocked", "free", "taken_kwh",
    "contracted=contracted_with_spot", "contracted_kwh", "mean_kwh", "new", "given_up", "returned",
]
*/
SELECT
    t.day,
    t.spot_limit,
    t.spot_limit - t.free AS occupied,
    share_of(t.spot_limit - t.free, t.spot_limit) AS occupied_share,
    t.taken,
    t.held,
    t.blocked,
    t.free,
    t.taken_kwh,
    s.contracted + s.active AS contracted,
    s.contracted_kwh,
    divided(t.taken_kwh, t.taken)::BIGINT AS mean_kwh,
    t.new,
    t.given_up,
    t.returned
FROM marts.capacity_totals AS t
INNER JOIN marts.spot_state_days AS s ON s.park_id = t.park_id AND s.day = t.day
WHERE t.park_id = getvariable('park')
