/*
grain = "one row per reservation of the period and measure, without merged ones"
key = ["reservation_id", "measure"]
columns = ["reservation_id", "is_ripe", "measure", "amount"]
*/
-- What can be divided among the origins of a reservation: itself, and where it became a contract, that, its kWh a year and
-- its price.
SELECT
    r.reservation_id,
    is_ripe(r.day, t.ripe_days) AS is_ripe,
    unnest(CASE WHEN r.is_contracted THEN ['reservations', 'contracts', 'kwh', 'cents'] ELSE ['reservations'] END)
        AS measure,
    unnest(CASE WHEN r.is_contracted THEN [1, 1, r.annual_kwh, r.share_cents] ELSE [1] END) AS amount
FROM staging.reservations AS r
CROSS JOIN marts.time_to_contract AS t
WHERE NOT r.is_merged
