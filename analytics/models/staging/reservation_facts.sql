/*
grain = "one row per reservation"
key = ["reservation_id"]
columns = [
    "reservation_id", "day", "created_at", "park_id", "spot_number", "state", "holds_spot", "is_merged", "is_confirmed",
    "confirmed_at", "is_contracted", "contracted_at", "is_bound", "is_cancelled", "cancelled_at", "is_remembered",
    "annual_kwh", "payment_plan", "share_cents=price_cents", "credit_tenth_ct",
]
table = true
*/
-- Reservations with the states relevant to the quality of an origin, and when each was reached. Those without any
-- history count by their present state, at an unknown time. Includes all reservations, so that one result serves every
-- period.
SELECT
    r.id AS reservation_id,
    berlin_day(r.created_at) AS day,
    r.created_at,
    r.park_id,
    r.spot_number,
    r.state,
    holds_spot(r.state) AS holds_spot,
    r.merged_into_id IS NOT NULL AS is_merged,
    r.email_confirmed_at IS NOT NULL AS is_confirmed,
    r.email_confirmed_at AS confirmed_at,
    x.contracted_at IS NOT NULL OR r.state IN ('contracted', 'active', 'ended') AS is_contracted,
    x.contracted_at,
    r.state IN ('contracted', 'active') AS is_bound,
    was_given_up(r.state) AS is_cancelled,
    CASE WHEN was_given_up(r.state) THEN x.given_up_at END AS cancelled_at,
    r.touch_consent = 2 AS is_remembered,
    r.annual_kwh,
    r.payment_plan,
    r.share_amount_cents AS share_cents,
    r.credit_tenth_ct
FROM source.reservations AS r
LEFT JOIN staging.reached AS x ON x.reservation_id = r.id
