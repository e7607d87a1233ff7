/*
grain = "one row per touch of a reservation"
key = ["reservation_id", "position"]
columns = ["reservation_id", "position", "at", "origin_key", "is_known", "reserved_at"]
table = true
*/
-- Touches with when their reservation was made: what a look-back of any length chooses from.
SELECT
    t.reservation_id,
    t.position,
    t.at,
    t.origin_key,
    t.channel <> 'direct' AS is_known,
    r.created_at AS reserved_at
FROM staging.touches AS t
INNER JOIN source.reservations AS r ON r.id = t.reservation_id
