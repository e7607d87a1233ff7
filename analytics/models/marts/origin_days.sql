/*
grain = "one row per day of the period and origin under the names valid now"
key = ["day", "*origin"]
columns = [
    "day", "channel", "campaign_id", "utm_source", "utm_medium", "utm_campaign", "referrer_host", "visitors",
    "sessions", "page_views", "calculator_used", "form_started", "step_2", "step_3", "step_4", "reserved=thank_you",
    "asked", "remembered=consented", "short",
]
*/
-- Visit days by what an origin is judged by: its channel, the three tags of a campaign, the site of a link. Bots are in
-- it only where they are asked for.
WITH summed AS (
    SELECT
        d.day,
        d.channel,
        d.utm_source,
        d.utm_medium,
        d.utm_campaign,
        CASE WHEN d.channel = 'referrer' THEN d.referrer_host ELSE '' END AS referrer_host,
        sum(d.visitors)::BIGINT AS visitors,
        sum(d.sessions)::BIGINT AS sessions,
        sum(d.page_views)::BIGINT AS page_views,
        sum(d.calculator_used)::BIGINT AS calculator_used,
        sum(d.form_started)::BIGINT AS form_started,
        sum(d.step_2)::BIGINT AS step_2,
        sum(d.step_3)::BIGINT AS step_3,
        sum(d.step_4)::BIGINT AS step_4,
        sum(d.reserved)::BIGINT AS reserved,
        sum(d.asked)::BIGINT AS asked,
        sum(d.remembered)::BIGINT AS remembered,
        sum(d.short)::BIGINT AS short
    FROM marts.visit_origin_days AS d
    WHERE d.sessions > 0
    GROUP BY ALL
)

SELECT
    s.day,
    s.channel,
    k.id AS campaign_id,
    s.* EXCLUDE (day, channel)
FROM summed AS s
LEFT JOIN source.campaigns AS k
    ON
        s.channel = 'campaign'
        AND k.utm_source = s.utm_source
        AND k.utm_medium = s.utm_medium
        AND k.utm_campaign = s.utm_campaign
