-- What origins are credited with, and by which last touch their reservations came. Everything that reports say of credit
-- over a period is a sum of these few rows, so that touches are read only once.
WITH by_origin AS (
    SELECT
        a.reservation_id,
        a.origin_id,
        a.is_chosen,
        sum(COLUMNS('_ppm$'))::BIGINT
    FROM marts.touch_weights AS a
    GROUP BY a.reservation_id, a.origin_id, a.is_chosen
),

lasts AS (
    SELECT
        a.reservation_id,
        a.origin_id,
        a.is_chosen
    FROM marts.touch_weights AS a
    -- By this model a reservation is credited to one touch alone, and that one is known of each: its last.
    WHERE a.last_ppm = 1000000
),

cells AS (
    SELECT
        m.measure,
        l.origin_id AS last_origin_id,
        l.is_chosen AS is_last_chosen,
        b.origin_id,
        b.is_chosen,
        m.is_remembered,
        m.is_ripe,
        count(*) AS reservations,
        sum(m.amount)::BIGINT AS amount,
        sum(m.amount::HUGEINT * m.amount) AS amount_squares,
        sum(b.last_ppm * m.amount)::BIGINT AS last_ppm,
        sum(b.last_non_direct_ppm * m.amount)::BIGINT AS last_non_direct_ppm,
        sum(b.first_ppm * m.amount)::BIGINT AS first_ppm,
        sum(b.linear_ppm * m.amount)::BIGINT AS linear_ppm,
        sum(b.position_ppm * m.amount)::BIGINT AS position_ppm,
        sum(b.time_decay_ppm * m.amount)::BIGINT AS time_decay_ppm,
        sum(of_model(
            b.last_ppm, b.last_non_direct_ppm, b.first_ppm, b.linear_ppm, b.position_ppm, b.time_decay_ppm
        )::HUGEINT * m.amount * m.amount) AS squares
    FROM by_origin AS b
    INNER JOIN lasts AS l USING (reservation_id)
    INNER JOIN marts.reservation_measures AS m USING (reservation_id)
    WHERE m.amount > 0
    GROUP BY ALL
)

SELECT
    c.*,
    o.* EXCLUDE (origin_id)
FROM cells AS c
INNER JOIN staging.credited_origins AS o USING (origin_id)
