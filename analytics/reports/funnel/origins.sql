/*
title = "Nach Herkunft"
grain = "eine Zeile je Herkunft"
key = ["*origin"]
order = "reservation DESC, landing DESC, channel, utm_source, utm_medium, utm_campaign, referrer_host"
is_compared = true
columns = [
    "*origin", "landing=sessions", "form_started", "step_2", "step_3", "step_4", "thank_you",
    "reservation=reservations", "confirmed", "contracted", "quote=quote_by_visit",
]
ripens.count = ["contracted"]
*/
SELECT
    s.channel,
    s.utm_source,
    s.utm_medium,
    s.utm_campaign,
    s.referrer_host,
    coalesce(sum(s.amount) FILTER (s.step = 'landing'), 0)::BIGINT AS landing,
    coalesce(sum(s.amount) FILTER (s.step = 'form_started'), 0)::BIGINT AS form_started,
    coalesce(sum(s.amount) FILTER (s.step = 'step_2'), 0)::BIGINT AS step_2,
    coalesce(sum(s.amount) FILTER (s.step = 'step_3'), 0)::BIGINT AS step_3,
    coalesce(sum(s.amount) FILTER (s.step = 'step_4'), 0)::BIGINT AS step_4,
    coalesce(sum(s.amount) FILTER (s.step = 'thank_you'), 0)::BIGINT AS thank_you,
    coalesce(sum(s.amount) FILTER (s.step = 'reservation'), 0)::BIGINT AS reservation,
    coalesce(sum(s.amount) FILTER (s.step = 'confirmed'), 0)::BIGINT AS confirmed,
    coalesce(sum(s.amount) FILTER (s.step = 'contracted'), 0)::BIGINT AS contracted,
    rate_of(reservation, landing) AS quote
FROM marts.funnel_steps AS s
WHERE s.step_number IS NOT NULL
GROUP BY ALL
