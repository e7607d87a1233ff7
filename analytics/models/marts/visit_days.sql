/*
grain = "one row per day, class of bots and origin of the session as spelled"
key = ["day", "is_bot", "is_referrer_spam", "*tags", "referral_code", "referrer_host", "landing_path", "device"]
columns = [
    "day", "is_bot", "is_referrer_spam", "*tags=spelled", "referral_code", "referrer_host", "landing_path", "device",
    "visitors", "sessions", "page_views", "calculator_used", "form_started", "step_2", "step_3", "step_4", "reserved=thank_you",
    "asked", "remembered=consented", "short",
]
table = true
distributed = true
*/
-- The rollup. Sessions never cross midnight in Berlin and a visitor counts as a new one each day, so days simply add up:
-- a day that is over is computed once, stored, and never read as single events again.
WITH summed AS (
    SELECT
        s.day,
        s.is_bot,
        s.is_referrer_spam,
        s.origin_key,
        count(*) FILTER (s.number = 1) AS visitors,
        count(*) AS sessions,
        sum(s.page_views)::BIGINT AS page_views,
        count(*) FILTER (s.has_calculated) AS calculator_used,
        count(*) FILTER (s.reached >= 2) AS form_started,
        count(*) FILTER (s.reached >= 3) AS step_2,
        count(*) FILTER (s.reached >= 4) AS step_3,
        count(*) FILTER (s.reached >= 5) AS step_4,
        count(*) FILTER (s.reached >= 6) AS reserved,
        count(*) FILTER (s.was_asked) AS asked,
        count(*) FILTER (s.has_consented) AS remembered,
        count(*) FILTER (s.is_short) AS short
    FROM staging.sessions AS s
    GROUP BY s.day, s.is_bot, s.is_referrer_spam, s.origin_key
)

SELECT
    d.day,
    d.is_bot,
    d.is_referrer_spam,
    o.* EXCLUDE (origin_key),
    d.* EXCLUDE (day, is_bot, is_referrer_spam, origin_key)
FROM summed AS d
INNER JOIN staging.origins AS o USING (origin_key)
