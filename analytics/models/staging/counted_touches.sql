/*
grain = "one row per touch that counts for a reservation"
key = ["reservation_id", "position"]
columns = ["reservation_id", "position", "at", "origin_key", "is_known", "reserved_at"]
*/
-- The touches that count for a reservation: those within the look-back. One exactly at its edge still counts.
SELECT t.*
FROM staging.reserved_touches AS t
WHERE t.at >= t.reserved_at - to_days(getvariable('look_back_days')::INTEGER)
