/*
grain = "one row per day, origin and step that anybody took"
key = ["day", "*origin", "step"]
columns = [
    "day", "channel", "campaign_id", "utm_source", "utm_medium", "utm_campaign", "referrer_host", "step", "step_number",
    "amount",
]
table = true
*/
-- The funnel by day and origin, from landing to contract. Up to the thank-you page it counts sessions that took the
-- steps in order; from the reservation on, reservations made on that day, each at its last touch of known origin. The
-- two halves are counted by different means and need not meet: a reservation may come by a page that reported nothing.
WITH sessions AS (
    SELECT *
    FROM marts.origin_days UNPIVOT (
        amount FOR step IN (
            sessions AS 'landing', form_started, step_2, step_3, step_4, reserved AS 'thank_you', calculator_used
        )
    )
),

reserved AS (
    SELECT
        r.day,
        r.channel,
        r.campaign_id,
        r.utm_source,
        r.utm_medium,
        r.utm_campaign,
        CASE WHEN r.channel = 'referrer' THEN r.referrer_host ELSE '' END AS referrer_host,
        count(*) AS reservation,
        count(*) FILTER (r.is_confirmed) AS confirmed,
        count(*) FILTER (r.is_contracted) AS contracted,
        count(*) FILTER (r.is_cancelled) AS cancelled
    FROM marts.reservation_origins AS r
    WHERE NOT r.is_merged
    GROUP BY ALL
),

reservations AS (
    SELECT *
    FROM reserved UNPIVOT (amount FOR step IN (reservation, confirmed, contracted, cancelled))
),

steps AS (
    SELECT day, channel, campaign_id, utm_source, utm_medium, utm_campaign, referrer_host, step, amount FROM sessions
    UNION ALL
    SELECT day, channel, campaign_id, utm_source, utm_medium, utm_campaign, referrer_host, step, amount
    FROM reservations
)

SELECT
    s.day,
    s.channel,
    s.campaign_id,
    s.utm_source,
    s.utm_medium,
    s.utm_campaign,
    s.referrer_host,
    s.step,
    -- Calculator and cancellations stand beside the way, not on it.
    nullif(list_position(
        [
            'landing', 'form_started', 'step_2', 'step_3', 'step_4', 'thank_you',
            'reservation', 'confirmed', 'contracted'
        ],
        s.step
    ), 0)::INTEGER AS step_number,
    s.amount::BIGINT AS amount
FROM steps AS s
WHERE s.amount > 0
