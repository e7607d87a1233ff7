SELECT
    r.reservation_id,
    r.created_at,
    r.state,
    r.annual_kwh
FROM staging.reservations AS r
