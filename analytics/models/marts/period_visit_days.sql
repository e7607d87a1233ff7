/*
grain = "one row per day of the period, class of bots and origin of the session as spelled"
key = ["day", "is_bot", "is_referrer_spam", "*tags", "referral_code", "referrer_host", "landing_path", "device"]
columns = [
    "day", "is_bot", "is_referrer_spam", "*tags=spelled", "referral_code", "referrer_host", "landing_path", "device",
    "visitors", "sessions", "page_views", "calculator_used", "form_started", "step_2", "step_3", "step_4", "reserved=thank_you",
    "asked", "remembered=consented", "short",
]
*/
-- The visit days of the period, whichever way each is known: closed days from the stored rollup, open ones computed
-- from their visits. `open_days` says which is which, so no day is counted twice and none is missing.
SELECT d.*
FROM source.visit_days AS d
WHERE
    d.day BETWEEN getvariable('from_day') AND getvariable('to_day')
    AND NOT coalesce(list_contains(getvariable('open_days'), d.day), true)
UNION ALL BY NAME
SELECT o.*
FROM marts.visit_days AS o
