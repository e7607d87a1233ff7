SELECT
    t.day,
    t.spot_limit,
    t.taken,
    share_of(t.taken, t.spot_limit) AS taken_share,
    t.blocked,
    t.held,
    t.free,
    t.taken_kwh,
    divided(t.taken_kwh, t.taken)::BIGINT AS mean_kwh,
    t.new,
    t.given_up,
    t.returned
FROM marts.capacity_totals AS t
WHERE t.park_id = getvariable('park')
