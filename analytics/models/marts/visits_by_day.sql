/*
grain = "one row per day of the period with visits"
key = ["day"]
columns = [
    "day", "visitors", "sessions", "page_views", "calculator_used", "form_started", "step_2", "step_3", "step_4",
    "reserved=thank_you", "asked", "remembered=consented", "short",
]
*/
-- Visits day by day, whatever their origin: the quickest answer there is, for an overview.
SELECT
    d.day,
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
FROM marts.period_visit_days AS d
WHERE getvariable('with_bots') OR NOT (d.is_bot OR d.is_referrer_spam)
GROUP BY d.day
