/*
grain = "one row per day of the period up to today"
key = ["day"]
columns = [
    "day", "visitors", "sessions", "asked", "remembered=consented", "flagged_sessions", "reservations", "contracted",
    "bound_kwh", "cost_cents", "has_costs", "is_ripe",
]
table = true
*/
-- Visits, costs and reservations for every day of the period up to today, after filters. Days are additive. Costs are
-- null if none were entered in the whole period, or if filtered by something costs are not booked by: a term, a page, a
-- site, a code. A day is ripe once its reservations are old enough to be judged.
WITH days AS (
    SELECT unnest(generate_series(
        getvariable('from_day'), least(getvariable('to_day'), getvariable('as_of_day')), INTERVAL 1 DAY
    ))::DATE AS day
),

visited AS (
    SELECT
        d.day,
        sum(d.visitors)::BIGINT AS visitors,
        sum(d.sessions)::BIGINT AS sessions,
        sum(d.asked)::BIGINT AS asked,
        sum(d.remembered)::BIGINT AS remembered,
        sum(d.flagged_sessions)::BIGINT AS flagged_sessions
    FROM marts.visit_origin_days AS d
    GROUP BY d.day
),

reserved AS (
    SELECT
        r.day,
        count(*) AS reservations,
        count(*) FILTER (r.is_contracted) AS contracted,
        sum(r.annual_kwh) FILTER (r.is_bound)::BIGINT AS bound_kwh
    FROM marts.reservation_origins AS r
    WHERE NOT r.is_merged
    GROUP BY r.day
),

spent AS (
    SELECT
        s.day,
        sum(s.cents)::BIGINT AS cents
    FROM staging.spend AS s
    GROUP BY s.day
)

SELECT
    day,
    coalesce(v.visitors, 0) AS visitors,
    coalesce(v.sessions, 0) AS sessions,
    coalesce(v.asked, 0) AS asked,
    coalesce(v.remembered, 0) AS remembered,
    coalesce(v.flagged_sessions, 0) AS flagged_sessions,
    coalesce(r.reservations, 0) AS reservations,
    coalesce(r.contracted, 0) AS contracted,
    coalesce(r.bound_kwh, 0) AS bound_kwh,
    CASE WHEN costs_are_known() AND EXISTS (SELECT 1 FROM spent) THEN coalesce(s.cents, 0) END AS cost_cents,
    s.cents IS NOT NULL AS has_costs,
    is_ripe(day, t.ripe_days) AS is_ripe
FROM days
CROSS JOIN marts.time_to_contract AS t
LEFT JOIN visited AS v USING (day)
LEFT JOIN reserved AS r USING (day)
LEFT JOIN spent AS s USING (day)
