/*
grain = "one row per reservation of the period that the filters let through"
key = ["reservation_id"]
columns = [
    "reservation_id", "day", "created_at", "park_id", "spot_number", "state", "holds_spot", "is_merged", "is_confirmed",
    "confirmed_at", "is_contracted", "contracted_at", "is_bound", "is_cancelled", "cancelled_at", "is_remembered",
    "annual_kwh", "payment_plan", "share_cents=price_cents", "credit_tenth_ct", "origin_key", "channel", "campaign_id",
    "*tags", "referral_code", "referrer_host", "landing_path", "device",
]
*/
-- Each reservation of the period with the one origin it is filtered and counted by: its last touch of known origin. That
-- is the model last_non_direct of `marts.attribution`; both go by `of_last_known`. A reservation without a
-- touch that counts came directly, and nothing else is known of it. Where it is asked for (`match`), any contact on the
-- way lets a reservation pass the filters: so one sees what a campaign helped with, too.
SELECT
    r.*,
    k.origin_key,
    coalesce(o.channel, 'direct') AS channel,
    o.campaign_id,
    coalesce(o.utm_source, '') AS utm_source,
    coalesce(o.utm_medium, '') AS utm_medium,
    coalesce(o.utm_campaign, '') AS utm_campaign,
    coalesce(o.utm_term, '') AS utm_term,
    coalesce(o.utm_content, '') AS utm_content,
    coalesce(o.referral_code, '') AS referral_code,
    coalesce(o.referrer_host, '') AS referrer_host,
    coalesce(o.landing_path, '') AS landing_path,
    coalesce(o.device, 'unknown') AS device
FROM staging.reservations AS r
LEFT JOIN staging.last_origins AS k USING (reservation_id)
LEFT JOIN staging.touch_origins AS o USING (origin_key)
WHERE
    is_chosen(
        coalesce(o.channel, 'direct'), coalesce(o.utm_source, ''), coalesce(o.utm_medium, ''),
        coalesce(o.utm_campaign, ''), coalesce(o.utm_term, ''), coalesce(o.utm_content, ''),
        coalesce(o.referral_code, ''), coalesce(o.referrer_host, ''), coalesce(o.landing_path, ''),
        coalesce(o.device, 'unknown')
    )
    OR r.reservation_id IN (
        SELECT t.reservation_id
        FROM staging.counted_touches AS t
        INNER JOIN staging.touch_origins AS p USING (origin_key)
        WHERE
            getvariable('match') = 'any'
            AND is_chosen(
                p.channel, p.utm_source, p.utm_medium, p.utm_campaign, p.utm_term, p.utm_content, p.referral_code,
                p.referrer_host, p.landing_path, p.device
            )
    )
