/*
grain = "one row per reservation and touch that counts; one at position 0 where none does"
key = ["reservation_id", "position"]
columns = ["reservation_id", "position", "origin_id", "*rules", "is_chosen"]
table = true
*/
-- What each touch of each reservation is worth under six models at once, in millionths: whole numbers, so that the
-- weights of a reservation sum to exactly 1,000,000 and sums over campaigns to exactly the number of reservations.
-- `analytics/weights.py` is the same rule in Python, `ATTRIBUTION.md` its numbers. Numbers alone: texts of so many rows
-- would be written and moved about for sums that go by origin anyway.
WITH within AS (
    SELECT * FROM staging.counted_touches AS c WHERE in_period(c.reserved_at)
),

ends AS (
    SELECT
        w.reservation_id,
        count(*) AS touches,
        of_last_known(w.position, w.position, w.is_known) AS last_known,
        max(w.at) AS newest
    FROM within AS w
    GROUP BY w.reservation_id
),

counted AS (
    SELECT
        w.reservation_id,
        w.position,
        w.origin_key,
        e.touches,
        e.last_known,
        decayed((epoch_us(e.newest) - epoch_us(w.at)) // 1000, getvariable('half_life_days') * 86400000) AS part
    FROM within AS w
    INNER JOIN ends AS e USING (reservation_id)
),

rounded_down AS (
    SELECT
        c.*,
        row_number() OVER in_order AS n,
        c.part * 1000000 // sum(c.part) OVER of_reservation::BIGINT AS floor_ppm,
        c.part * 1000000 % sum(c.part) OVER of_reservation::BIGINT AS remainder
    FROM counted AS c
    WINDOW
        in_order AS (PARTITION BY c.reservation_id ORDER BY c.position),
        of_reservation AS (in_order ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)
),

-- What rounding down left over goes to the largest remainders, one millionth each; among equal ones to the earlier.
decayed_shares AS (
    SELECT
        d.*,
        d.floor_ppm + (row_number() OVER by_remainder <= 1000000 - sum(d.floor_ppm) OVER of_reservation)::BIGINT AS ppm
    FROM rounded_down AS d
    WINDOW
        by_remainder AS (PARTITION BY d.reservation_id ORDER BY d.remainder DESC, d.position),
        of_reservation AS (PARTITION BY d.reservation_id)
)

SELECT
    s.reservation_id,
    s.position,
    o.origin_id,
    CASE WHEN s.n = s.touches THEN 1000000 ELSE 0 END::BIGINT AS last_ppm,
    CASE WHEN s.position = s.last_known THEN 1000000 ELSE 0 END::BIGINT AS last_non_direct_ppm,
    CASE WHEN s.n = 1 THEN 1000000 ELSE 0 END::BIGINT AS first_ppm,
    1000000 // s.touches + (s.n <= 1000000 % s.touches)::BIGINT AS linear_ppm,
    CASE
        WHEN s.touches <= 2 THEN 1000000 // s.touches
        WHEN s.n IN (1, s.touches) THEN 400000
        -- Those between share 200,000 alike; their remainders are equal, so the earliest take what is left.
        ELSE 200000 // (s.touches - 2) + (s.n - 1 <= 200000 % (s.touches - 2))::BIGINT
    END AS position_ppm,
    s.ppm AS time_decay_ppm,
    is_chosen(
        o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.utm_term, o.utm_content, o.referral_code,
        o.referrer_host, o.landing_path, o.device
    ) AS is_chosen
FROM decayed_shares AS s
INNER JOIN staging.touch_origins AS o USING (origin_key)
UNION ALL
-- A reservation without a touch that counts came directly, in every model.
SELECT
    r.id, 0, 0, 1000000, 1000000, 1000000, 1000000, 1000000, 1000000,
    is_chosen('direct', '', '', '', '', '', '', '', '', 'unknown')
FROM staging.period_reservations AS r
WHERE NOT EXISTS (SELECT 1 FROM within AS w WHERE w.reservation_id = r.id)
