/*
grain = "one row per reservation with a touch that counts"
key = ["reservation_id"]
columns = ["reservation_id", "origin_key"]
table = true
*/
-- Where each reservation last came from, as far as that is known: the one origin it is filtered and counted by. Over all
-- reservations, so that it is computed once for every period.
SELECT
    t.reservation_id,
    of_last_known(t.origin_key, t.position, t.is_known) AS origin_key
FROM staging.counted_touches AS t
GROUP BY t.reservation_id
