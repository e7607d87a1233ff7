/*
grain = "one row per reservation made in the period"
key = ["reservation_id"]
columns = [
    "reservation_id", "day", "created_at", "park_id", "spot_number", "state", "holds_spot", "is_merged", "is_confirmed",
    "confirmed_at", "is_contracted", "contracted_at", "is_bound", "is_cancelled", "cancelled_at", "is_remembered",
    "annual_kwh", "payment_plan", "share_cents=price_cents", "credit_tenth_ct",
]
*/
-- Reservations of the period with what became of them.
SELECT f.*
FROM staging.reservation_facts AS f
WHERE in_period(f.created_at)
