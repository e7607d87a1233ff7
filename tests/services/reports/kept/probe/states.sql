/*
title = "Reservierungen"
grain = "eine Zeile je Reservierung"
key = ["reservation_id"]
order = "reservation_id"
columns = ["reservation_id", "created_at", "state", "annual_kwh"]
*/
SELECT
    r.reservation_id,
    r.created_at,
    r.state,
    r.annual_kwh
FROM staging.reservations AS r
