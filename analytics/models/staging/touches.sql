/*
grain = "one row per touch of a reservation"
key = ["reservation_id", "position"]
columns = [
    "reservation_id", "position", "at", "origin_key", "*tags", "referral_code", "referrer_host", "landing_path",
    "device", "channel", "campaign_id", "origin_id",
]
*/
-- Touches as reservations froze them, with where they came from.
SELECT
    t.reservation_id,
    t.position,
    t.at,
    o.*
FROM source.touches AS t
INNER JOIN staging.touch_origins AS o
    ON o.origin_key = origin_key(
        t.utm_source, t.utm_medium, t.utm_campaign, t.utm_term, t.utm_content, t.referral_code, t.referrer_host,
        t.landing_path, t.clicked_ad, t.device
    )
