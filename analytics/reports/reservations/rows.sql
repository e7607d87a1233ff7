/*
title = "Reservierungen"
grain = "eine Zeile je Reservierung"
key = ["reservation_id"]
order = "day DESC, reservation_id DESC"
columns = [
    "reservation_id", "day", "park", "state", "annual_kwh", "plan", "is_confirmed", "is_contracted", "is_cancelled",
    "channel", "*tags", "referral_code", "referrer_host", "landing_path", "device",
]
*/
SELECT
    r.reservation_id,
    r.day,
    r.park_id AS park,
    r.state,
    r.annual_kwh,
    r.payment_plan AS plan,
    r.is_confirmed,
    r.is_contracted,
    r.is_cancelled,
    r.channel,
    r.utm_source,
    r.utm_medium,
    r.utm_campaign,
    r.utm_term,
    r.utm_content,
    r.referral_code,
    r.referrer_host,
    r.landing_path,
    r.device
FROM marts.reservation_origins AS r
LEFT JOIN marts.reservation_paths AS p USING (reservation_id)
WHERE
    NOT r.is_merged
    AND chosen(r.state, getvariable('state'))
    AND p.stations IN (SELECT w.stations FROM marts.paths AS w WHERE chosen(path_words(w.path), getvariable('path')))
    AND getvariable('package') IN ('all', r.annual_kwh::VARCHAR)
    AND getvariable('plan') IN ('all', r.payment_plan)
    AND chosen(p.touches::VARCHAR, getvariable('touches'))
    AND chosen(p.days::VARCHAR, getvariable('days_before'))
    AND CASE getvariable('outcome')
        WHEN 'confirmed' THEN r.is_confirmed
        WHEN 'contracted' THEN r.is_contracted
        WHEN 'cancelled' THEN r.is_cancelled
        ELSE true
    END
