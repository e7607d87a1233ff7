-- Touches that led to reservations, by the day they happened: where the paths to a reservation come from.
SELECT
    berlin_day(t.at) AS day,
    t.channel,
    t.campaign_id,
    CASE WHEN t.channel = 'campaign' THEN t.utm_source ELSE '' END AS utm_source,
    CASE WHEN t.channel = 'campaign' THEN t.utm_medium ELSE '' END AS utm_medium,
    CASE WHEN t.channel = 'campaign' THEN t.utm_campaign ELSE '' END AS utm_campaign,
    CASE WHEN t.channel = 'referrer' THEN t.referrer_host ELSE '' END AS referrer_host,
    count(*) AS touches,
    count(DISTINCT t.reservation_id) AS reservations
FROM staging.touches AS t
WHERE in_period(t.at)
GROUP BY ALL
