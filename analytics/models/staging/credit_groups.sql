/*
grain = "one row per size, plan and price of the reservations of the chosen days that hold a spot now"
key = ["annual_kwh", "payment_plan", "share_cents", "plan_total_cents", "setup_fee_cents"]
columns = [
    "annual_kwh", "payment_plan", "share_cents=price_cents", "plan_total_cents", "setup_fee_cents",
    "reservations=reservations_with_spot", "contracted=contracted_with_spot",
]
table = true
*/
-- The reservations of the chosen days that hold a spot of the park now, those of one size that pay alike as one row: households of a group
-- get the same credit, so sums over groups are sums over households. One found to be a duplicate is not counted, nor is
-- one without any kWh: it is credited nothing, and there is no number of years after which it is covered.
SELECT
    r.annual_kwh,
    r.payment_plan,
    r.share_amount_cents AS share_cents,
    r.plan_total_cents,
    r.setup_fee_cents,
    count(*) AS reservations,
    count(*) FILTER (r.state IN ('contracted', 'active')) AS contracted
FROM source.reservations AS r
WHERE
    holds_spot(r.state)
    AND r.merged_into_id IS NULL
    AND r.annual_kwh > 0
    AND r.park_id = getvariable('park')
    AND (getvariable('reserved_from') IS NULL OR r.created_at >= berlin_midnight(getvariable('reserved_from')))
    AND (getvariable('reserved_to') IS NULL OR r.created_at < berlin_midnight(getvariable('reserved_to') + 1))
    AND getvariable('package') IN ('all', r.annual_kwh::VARCHAR)
    AND getvariable('plan') IN ('all', r.payment_plan)
GROUP BY ALL
