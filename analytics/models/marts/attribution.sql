/*
grain = "one row per reservation and touch that counts; one at position 0 where none does"
key = ["reservation_id", "position"]
columns = [
    "reservation_id", "position", "origin_id", "channel", "campaign_id", "utm_source", "utm_medium", "utm_campaign",
    "referrer_host", "*rules", "is_chosen",
]
*/
-- The weights of each touch (`marts.touch_weights`) with the texts of its origin, for reading; what sums weights does so by
-- origin and joins the texts afterwards.
SELECT
    w.reservation_id,
    w.position,
    o.*,
    w.* EXCLUDE (reservation_id, position, origin_id)
FROM marts.touch_weights AS w
INNER JOIN staging.credited_origins AS o USING (origin_id)
