-- The touches that count for a reservation: those within the look-back. One exactly at its edge still counts.
SELECT
    t.reservation_id,
    t.position,
    t.at,
    t.origin_key,
    t.channel <> 'direct' AS is_known,
    r.created_at AS reserved_at
FROM staging.touches AS t
INNER JOIN source.reservations AS r ON r.id = t.reservation_id
WHERE t.at >= r.created_at - to_days(getvariable('look_back_days')::INTEGER)
