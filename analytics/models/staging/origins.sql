/*
grain = "one row per origin of a visit in the period, as spelled"
key = ["origin_key"]
columns = ["origin_key", "*tags=spelled", "referral_code", "referrer_host", "landing_path", "device"]
*/
-- What the number of an origin stands for.
SELECT
    v.origin_key,
    any_value(v.utm_source) AS utm_source,
    any_value(v.utm_medium) AS utm_medium,
    any_value(v.utm_campaign) AS utm_campaign,
    any_value(v.utm_term) AS utm_term,
    any_value(v.utm_content) AS utm_content,
    any_value(v.referral_code) AS referral_code,
    any_value(v.referrer_host) AS referrer_host,
    any_value(v.landing_path) AS landing_path,
    any_value(v.device) AS device
FROM staging.visits AS v
GROUP BY v.origin_key
