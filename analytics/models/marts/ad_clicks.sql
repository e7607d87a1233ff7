/*
grain = "one row per platform whose paid ads were clicked"
key = ["clicked_ad"]
columns = ["clicked_ad", "clicks", "untagged"]
*/
-- Clicks on paid ads that a click id tells of, and those whose link names no campaign: of them only the platform is known.
SELECT
    v.clicked_ad,
    count(*) AS clicks,
    count(*) FILTER (
        WHERE is_untagged(v.utm_source, v.utm_medium, v.utm_campaign, v.referral_code, v.clicked_ad)
    ) AS untagged
FROM source.visits AS v
WHERE
    v.is_arrival
    AND is_paid_click(v.clicked_ad)
    AND v.day BETWEEN getvariable('from_day') AND getvariable('to_day')
    AND (getvariable('with_bots') OR NOT (v.is_bot OR v.is_referrer_spam))
GROUP BY v.clicked_ad
