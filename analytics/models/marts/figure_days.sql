/*
grain = "one row per day of the period up to today"
key = ["day"]
columns = [
    "day", "visitors", "sessions", "form_started", "step_2", "step_3", "step_4", "thank_you", "reservations",
    "contracted", "cost_cents",
]
*/
-- What alerts on figures look at, day by day: the marketing days with the steps that sessions took in order.
WITH steps AS (
    SELECT
        d.day,
        sum(d.form_started)::BIGINT AS form_started,
        sum(d.step_2)::BIGINT AS step_2,
        sum(d.step_3)::BIGINT AS step_3,
        sum(d.step_4)::BIGINT AS step_4,
        sum(d.reserved)::BIGINT AS thank_you
    FROM marts.visit_origin_days AS d
    GROUP BY d.day
)

SELECT
    day,
    m.visitors,
    m.sessions,
    coalesce(s.form_started, 0) AS form_started,
    coalesce(s.step_2, 0) AS step_2,
    coalesce(s.step_3, 0) AS step_3,
    coalesce(s.step_4, 0) AS step_4,
    coalesce(s.thank_you, 0) AS thank_you,
    m.reservations,
    m.contracted,
    m.cost_cents
FROM marts.marketing_days AS m
LEFT JOIN steps AS s USING (day)
