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
        t.landing_path, t.clicked_ad
    )
