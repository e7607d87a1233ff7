-- Reservations of the period with what became of them.
SELECT f.*
FROM staging.reservation_facts AS f
WHERE in_period(f.created_at)
