/*
grain = "one row per reservation made in the period"
key = ["id"]
columns = [
    "id", "park_id", "spot_number", "state", "created_at", "email_confirmed_at=confirmed_at", "annual_kwh",
    "payment_plan", "credit_tenth_ct", "share_amount_cents=price_cents", "plan_total_cents", "setup_fee_cents",
    "monthly_credit_cents", "annual_credit_cents", "merged_into_id", "utm_source=spelled.utm_source",
    "utm_campaign=spelled.utm_campaign", "referral_code",
]
*/
-- Reservations of the period as they are stored. Days are cut by moments: comparing is far quicker than asking each
-- reservation for its day.
SELECT
    r.id,
    r.park_id,
    r.spot_number,
    r.state,
    r.created_at,
    r.email_confirmed_at,
    r.annual_kwh,
    r.payment_plan,
    r.credit_tenth_ct,
    r.share_amount_cents,
    r.plan_total_cents,
    r.setup_fee_cents,
    r.monthly_credit_cents,
    r.annual_credit_cents,
    r.merged_into_id,
    r.utm_source,
    r.utm_campaign,
    r.referral_code
FROM source.reservations AS r
WHERE in_period(r.created_at)
