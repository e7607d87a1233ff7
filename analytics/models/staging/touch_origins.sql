/*
grain = "one row per origin of touches, as spelled"
key = ["origin_key"]
columns = [
    "origin_key", "*tags", "referral_code", "referrer_host", "landing_path", "device", "channel", "campaign_id", "origin_id",
]
table = true
*/
-- Where touches came from, under the names that are valid now: an alias renames what was, too. One step, no chains.
-- Many touches share an origin, so spellings are cleaned and renamed once for each and not for every touch.
WITH spelled AS (
    SELECT
        origin_key(
            t.utm_source, t.utm_medium, t.utm_campaign, t.utm_term, t.utm_content, t.referral_code, t.referrer_host,
            t.landing_path, t.clicked_ad, t.device
        ) AS origin_key,
        told_source(
            any_value(t.utm_source), any_value(t.utm_medium), any_value(t.utm_campaign), any_value(t.referral_code),
            any_value(t.clicked_ad)
        ) AS utm_source,
        told_medium(
            any_value(t.utm_source), any_value(t.utm_medium), any_value(t.utm_campaign), any_value(t.referral_code),
            any_value(t.clicked_ad)
        ) AS utm_medium,
        lower(trim(any_value(t.utm_campaign))) AS utm_campaign,
        lower(trim(any_value(t.utm_term))) AS utm_term,
        lower(trim(any_value(t.utm_content))) AS utm_content,
        code_key(any_value(t.referral_code)) AS referral_code,
        lower(trim(any_value(t.referrer_host))) AS referrer_host,
        any_value(t.landing_path) AS landing_path,
        any_value(t.device) AS device
    FROM source.touches AS t
    GROUP BY 1
),

named AS (
    SELECT
        s.* REPLACE (
            coalesce(sources.canonical, s.utm_source) AS utm_source,
            coalesce(mediums.canonical, s.utm_medium) AS utm_medium,
            coalesce(campaigns.canonical, s.utm_campaign) AS utm_campaign,
            coalesce(terms.canonical, s.utm_term) AS utm_term,
            coalesce(contents.canonical, s.utm_content) AS utm_content
        )
    FROM spelled AS s
    LEFT JOIN source.aliases AS sources ON alias_key(sources.field, sources.raw) = alias_key('utm_source', s.utm_source)
    LEFT JOIN source.aliases AS mediums ON alias_key(mediums.field, mediums.raw) = alias_key('utm_medium', s.utm_medium)
    LEFT JOIN source.aliases AS campaigns ON alias_key(campaigns.field, campaigns.raw) = alias_key('utm_campaign', s.utm_campaign)
    LEFT JOIN source.aliases AS terms ON alias_key(terms.field, terms.raw) = alias_key('utm_term', s.utm_term)
    LEFT JOIN source.aliases AS contents ON alias_key(contents.field, contents.raw) = alias_key('utm_content', s.utm_content)
)

SELECT
    n.*,
    channel_of(n.utm_source, n.utm_medium, n.utm_campaign, n.referral_code, n.referrer_host) AS channel,
    c.id AS campaign_id,
    CASE
        WHEN channel = 'direct' THEN 0
        ELSE dense_rank() OVER (
            ORDER BY
                channel, n.utm_source, n.utm_medium, n.utm_campaign,
                CASE WHEN channel = 'referrer' THEN n.referrer_host ELSE '' END
        )
    END AS origin_id
FROM named AS n
LEFT JOIN source.campaigns AS c USING (utm_source, utm_medium, utm_campaign)
