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
    divided(t.taken_kwh, t.taken)::BIGINT AS mean_kwh,
    t.new,
    t.given_up,
    t.returned
FROM marts.capacity_totals AS t
WHERE t.park_id = getvariable('park')
