/*
grain = "one row per day, attribution model and origin that a reservation of the day is credited to"
key = ["day", "model", "*origin"]
columns = [
    "day", "model", "channel", "campaign_id", "utm_source", "utm_medium", "utm_campaign", "referrer_host",
    "reservations_ppm", "merged_ppm", "confirmed_ppm", "contracted_ppm", "cancelled_ppm", "kwh_ppm=reserved_kwh_ppm",
    "contracted_kwh_ppm", "cents_ppm",
]
table = true
distributed = true
*/
-- Reservations by the day they were made, origin and model, with their outcome. Everything that sums weights
-- starts here. Kilowatt hours and cents are weighted exactly, in millionths; they are divided only for display.
WITH weighted AS (
    -- First few rows, then long: six models side by side are summed in one pass.
    SELECT
        r.day,
        a.origin_id,
        r.is_merged,
        r.is_confirmed,
        r.is_contracted,
        r.is_cancelled,
        sum(COLUMNS('^(.*)_ppm$')) AS "\1",
        sum(COLUMNS('^(.*)_ppm$') * r.annual_kwh) AS "\1_kwh",
        sum(COLUMNS('^(.*)_ppm$') * r.share_cents) AS "\1_cents"
    FROM marts.touch_weights AS a
    INNER JOIN staging.reservations AS r USING (reservation_id)
    WHERE a.is_chosen
    GROUP BY ALL
),

by_model AS (
    SELECT *
    FROM weighted UNPIVOT (
        (ppm, kwh, cents) FOR model IN (
            (last, last_kwh, last_cents) AS 'last',
            (last_non_direct, last_non_direct_kwh, last_non_direct_cents) AS 'last_non_direct',
            (first, first_kwh, first_cents) AS 'first',
            (linear, linear_kwh, linear_cents) AS 'linear',
            (position, position_kwh, position_cents) AS 'position',
            (time_decay, time_decay_kwh, time_decay_cents) AS 'time_decay'
        )
    )
)

SELECT
    b.day,
    b.model,
    o.channel,
    o.campaign_id,
    o.utm_source,
    o.utm_medium,
    o.utm_campaign,
    o.referrer_host,
    sum(CASE WHEN NOT b.is_merged THEN b.ppm ELSE 0 END)::BIGINT AS reservations_ppm,
    sum(CASE WHEN b.is_merged THEN b.ppm ELSE 0 END)::BIGINT AS merged_ppm,
    sum(CASE WHEN NOT b.is_merged AND b.is_confirmed THEN b.ppm ELSE 0 END)::BIGINT AS confirmed_ppm,
    sum(CASE WHEN NOT b.is_merged AND b.is_contracted THEN b.ppm ELSE 0 END)::BIGINT AS contracted_ppm,
    sum(CASE WHEN NOT b.is_merged AND b.is_cancelled THEN b.ppm ELSE 0 END)::BIGINT AS cancelled_ppm,
    sum(CASE WHEN NOT b.is_merged THEN b.kwh ELSE 0 END)::BIGINT AS kwh_ppm,
    sum(CASE WHEN NOT b.is_merged AND b.is_contracted THEN b.kwh ELSE 0 END)::BIGINT AS contracted_kwh_ppm,
    sum(CASE WHEN NOT b.is_merged THEN b.cents ELSE 0 END)::BIGINT AS cents_ppm
FROM by_model AS b
INNER JOIN staging.credited_origins AS o USING (origin_id)
GROUP BY ALL
HAVING sum(b.ppm) > 0
