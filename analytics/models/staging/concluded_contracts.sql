/*
grain = "one row per contract concluded in the period"
key = ["contract_id"]
columns = [
    "contract_id", "reservation_id", "day=day_concluded", "annual_kwh", "agreed_cents", "is_over=is_past_withdrawal",
    "is_withdrawn",
]
*/
-- What became of it is the state of its reservation. One that somebody has taken over was concluded before.
SELECT
    c.id AS contract_id,
    c.reservation_id,
    berlin_day(c.concluded_at) AS day,
    c.annual_kwh,
    c.setup_cents + c.total_cents AS agreed_cents,
    c.withdraw_until < getvariable('as_of_day') AS is_over,
    r.state = 'withdrawn' AS is_withdrawn
FROM source.contracts AS c
INNER JOIN source.reservations AS r ON r.id = c.reservation_id
WHERE c.state = 'concluded' AND c.begins_on IS NULL AND in_period(c.concluded_at)
