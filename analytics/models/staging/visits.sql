/*
grain = "one row per reported event of a visit in the period"
key = ["id"]
columns = [
    "id", "at", "day", "visitor", "step=event", "is_arrival", "*tags=spelled", "referral_code", "referrer_host",
    "landing_path", "device", "campaign_key", "origin_key", "consent=consent_state", "is_bot", "is_referrer_spam",
]
*/
-- Events as the site reported them, spellings made comparable. Aliases are not applied here: they change what was,
-- too, so they come after the rollup that is computed from this only once.
WITH told AS (
    SELECT
        v.* REPLACE (
            told_source(v.utm_source, v.utm_medium, v.utm_campaign, v.referral_code, v.clicked_ad) AS utm_source,
            told_medium(v.utm_source, v.utm_medium, v.utm_campaign, v.referral_code, v.clicked_ad) AS utm_medium
        )
    FROM source.visits AS v
)

SELECT
    v.id,
    v.at,
    v.day,
    v.visitor,
    v.step,
    v.is_arrival,
    v.utm_source,
    v.utm_medium,
    lower(trim(v.utm_campaign)) AS utm_campaign,
    lower(trim(v.utm_term)) AS utm_term,
    lower(trim(v.utm_content)) AS utm_content,
    upper(trim(v.referral_code)) AS referral_code,
    lower(trim(v.referrer_host)) AS referrer_host,
    v.landing_path,
    v.device,
    -- Texts as numbers: sessions compare and group millions of them. Of a million different origins two would share a
    -- number once in some forty million cases.
    hash(
        v.utm_source, v.utm_medium, lower(trim(v.utm_campaign)), lower(trim(v.utm_term)),
        lower(trim(v.utm_content)), upper(trim(v.referral_code))
    ) AS campaign_key,
    hash(campaign_key, lower(trim(v.referrer_host)), v.landing_path, v.device) AS origin_key,
    v.consent,
    v.is_bot,
    v.is_referrer_spam
FROM told AS v
WHERE
    v.day BETWEEN getvariable('from_day') AND getvariable('to_day')
    -- The ends of the list first: they let whole files be skipped, a list does not.
    AND v.day >= coalesce(list_min(getvariable('open_days')), getvariable('from_day'))
    AND v.day <= coalesce(list_max(getvariable('open_days')), getvariable('to_day'))
    AND coalesce(list_contains(getvariable('open_days'), v.day), true)
