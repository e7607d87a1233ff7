/*
grain = "one row per attribution model, origin and age of the campaign in weeks"
key = ["model", "*origin", "age_weeks"]
columns = [
    "model", "channel", "campaign_id", "utm_source", "utm_medium", "utm_campaign", "referrer_host", "age_weeks",
    "age_days_now", "reservations_ppm", "merged_ppm", "confirmed_ppm", "contracted_ppm", "cancelled_ppm",
    "kwh_ppm=reserved_kwh_ppm", "contracted_kwh_ppm", "cents_ppm",
]
*/
-- What became of the reservations an origin brought, by the age its campaign had when they were made. Confirming and
-- signing take time: the age of the campaign today says whether it can be judged yet.
SELECT
    d.model,
    d.channel,
    d.campaign_id,
    d.utm_source,
    d.utm_medium,
    d.utm_campaign,
    d.referrer_host,
    whole_weeks(d.day - coalesce(c.starts_on, berlin_day(c.created_at))) AS age_weeks,
    any_value(getvariable('as_of_day') - coalesce(c.starts_on, berlin_day(c.created_at))) AS age_days_now,
    sum(COLUMNS('_ppm$'))::BIGINT
FROM marts.attribution_days AS d
LEFT JOIN source.campaigns AS c ON c.id = d.campaign_id
GROUP BY ALL
