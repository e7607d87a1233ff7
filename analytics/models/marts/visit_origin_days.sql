/*
grain = "one row per day of the period and origin, in all its fields, that the filters let through"
key = ["day", "*tags", "referral_code", "referrer_host", "landing_path", "device"]
columns = [
    "day", "channel", "*tags", "referral_code", "referrer_host", "landing_path", "device", "visitors", "sessions", "page_views",
    "calculator_used", "form_started", "step_2", "step_3", "step_4", "reserved=thank_you", "asked",
    "remembered=consented", "short", "flagged_sessions",
]
*/
-- Visit days with all that is known of where they came from, under the names that are valid now, as far as the filters
-- let them through. Aliases are applied to the rollup's few rows, not to single visits: one that is made or undone
-- changes every past day at once and costs nothing.
WITH named AS (
    SELECT
        d.* REPLACE (
            coalesce(sources.canonical, d.utm_source) AS utm_source,
            coalesce(mediums.canonical, d.utm_medium) AS utm_medium,
            coalesce(campaigns.canonical, d.utm_campaign) AS utm_campaign,
            coalesce(terms.canonical, d.utm_term) AS utm_term,
            coalesce(contents.canonical, d.utm_content) AS utm_content,
            code_key(d.referral_code) AS referral_code
        ),
        getvariable('with_bots') OR NOT (d.is_bot OR d.is_referrer_spam) AS is_counted
    FROM marts.period_visit_days AS d
    LEFT JOIN source.aliases AS sources ON alias_key(sources.field, sources.raw) = alias_key('utm_source', d.utm_source)
    LEFT JOIN source.aliases AS mediums ON alias_key(mediums.field, mediums.raw) = alias_key('utm_medium', d.utm_medium)
    LEFT JOIN source.aliases AS campaigns ON alias_key(campaigns.field, campaigns.raw) = alias_key('utm_campaign', d.utm_campaign)
    LEFT JOIN source.aliases AS terms ON alias_key(terms.field, terms.raw) = alias_key('utm_term', d.utm_term)
    LEFT JOIN source.aliases AS contents ON alias_key(contents.field, contents.raw) = alias_key('utm_content', d.utm_content)
)

SELECT
    n.day,
    channel_of(n.utm_source, n.utm_medium, n.utm_campaign, n.referral_code, n.referrer_host) AS channel,
    n.utm_source,
    n.utm_medium,
    n.utm_campaign,
    n.utm_term,
    n.utm_content,
    n.referral_code,
    n.referrer_host,
    n.landing_path,
    n.device,
    coalesce(sum(n.visitors) FILTER (n.is_counted), 0)::BIGINT AS visitors,
    coalesce(sum(n.sessions) FILTER (n.is_counted), 0)::BIGINT AS sessions,
    coalesce(sum(n.page_views) FILTER (n.is_counted), 0)::BIGINT AS page_views,
    coalesce(sum(n.calculator_used) FILTER (n.is_counted), 0)::BIGINT AS calculator_used,
    coalesce(sum(n.form_started) FILTER (n.is_counted), 0)::BIGINT AS form_started,
    coalesce(sum(n.step_2) FILTER (n.is_counted), 0)::BIGINT AS step_2,
    coalesce(sum(n.step_3) FILTER (n.is_counted), 0)::BIGINT AS step_3,
    coalesce(sum(n.step_4) FILTER (n.is_counted), 0)::BIGINT AS step_4,
    coalesce(sum(n.reserved) FILTER (n.is_counted), 0)::BIGINT AS reserved,
    coalesce(sum(n.asked) FILTER (n.is_counted), 0)::BIGINT AS asked,
    coalesce(sum(n.remembered) FILTER (n.is_counted), 0)::BIGINT AS remembered,
    coalesce(sum(n.short) FILTER (n.is_counted), 0)::BIGINT AS short,
    coalesce(sum(n.sessions) FILTER (n.is_bot OR n.is_referrer_spam), 0)::BIGINT AS flagged_sessions
FROM named AS n
WHERE
    is_chosen(
        channel, n.utm_source, n.utm_medium, n.utm_campaign, n.utm_term, n.utm_content, n.referral_code,
        n.referrer_host, n.landing_path, n.device
    )
GROUP BY ALL
