/*
grain = "one row per measure and origin of reservations, whether the filters let these touches through, and whether the reservations are ripe"
key = ["measure", "origin_id", "is_chosen", "is_ripe"]
columns = [
    "measure", "origin_id", "is_chosen", "is_ripe", "*rules", "channel", "campaign_id", "utm_source", "utm_medium",
    "utm_campaign", "referrer_host",
]
table = true
distributed = true
*/
-- What origins are credited with. Everything that reports say of credit over a period is a sum of these few rows, so that
-- touches are read only once.
WITH cells AS (
    SELECT
        m.measure,
        a.origin_id,
        a.is_chosen,
        m.is_ripe,
        sum(a.last_ppm * m.amount)::BIGINT AS last_ppm,
        sum(a.last_non_direct_ppm * m.amount)::BIGINT AS last_non_direct_ppm,
        sum(a.first_ppm * m.amount)::BIGINT AS first_ppm,
        sum(a.linear_ppm * m.amount)::BIGINT AS linear_ppm,
        sum(a.position_ppm * m.amount)::BIGINT AS position_ppm,
        sum(a.time_decay_ppm * m.amount)::BIGINT AS time_decay_ppm
    FROM marts.touch_weights AS a
    INNER JOIN marts.reservation_measures AS m USING (reservation_id)
    WHERE m.amount > 0
    GROUP BY ALL
)

SELECT
    c.*,
    o.* EXCLUDE (origin_id)
FROM cells AS c
INNER JOIN staging.credited_origins AS o USING (origin_id)
