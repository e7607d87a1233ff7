/*
grain = "one row per origin that is credited, and one for direct"
key = ["origin_id"]
columns = ["origin_id", "channel", "campaign_id", "utm_source", "utm_medium", "utm_campaign", "referrer_host"]
table = true
*/
-- The origins that are credited, one row each: of all their spellings, terms, pages and codes. Nothing is known of what
-- came directly.
SELECT DISTINCT
    o.origin_id,
    o.channel,
    o.campaign_id,
    o.utm_source,
    o.utm_medium,
    o.utm_campaign,
    CASE WHEN o.channel = 'referrer' THEN o.referrer_host ELSE '' END AS referrer_host
FROM staging.touch_origins AS o
-- No touch has it where none was direct.
UNION
SELECT 0, 'direct', NULL, '', '', '', ''
