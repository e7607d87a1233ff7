/*
grain = "one row per spelling of the tag that is asked for, as links had it"
key = ["spelling"]
columns = ["spelling", "raw", "arrivals"]
table = true
distributed = true
*/
-- Every spelling of one tag exactly as links had it, capitals and blanks included. Reports compare small letters, so the
-- rollup has lost these: they are counted from the visits themselves.
SELECT
    CASE getvariable('tag')
        WHEN 'utm_source' THEN v.utm_source
        WHEN 'utm_medium' THEN v.utm_medium
        WHEN 'utm_campaign' THEN v.utm_campaign
        WHEN 'utm_term' THEN v.utm_term
        ELSE v.utm_content
    END AS spelling,
    lower(trim(spelling)) AS raw,
    count(*) AS arrivals
FROM source.visits AS v
WHERE
    v.is_arrival
    AND v.day BETWEEN getvariable('from_day') AND getvariable('to_day')
    AND (getvariable('with_bots') OR NOT (v.is_bot OR v.is_referrer_spam))
GROUP BY spelling
