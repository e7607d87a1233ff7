/*
grain = "one row per park, package and plan that a household has or chose in the period"
key = ["park_id", "annual_kwh", "payment_plan"]
columns = [
    "park_id", "annual_kwh", "payment_plan", "taken", "taken_kwh", "contracted=contracted_with_spot", "contracted_kwh",
    "new",
]
*/
-- Which packages and plans the reservations of a park have that hold their spot at the end of the last day of the
-- period, apart from those with a contract, and those made in the period. A reservation keeps its package and plan.
WITH ends AS (
    SELECT
        berlin_midnight(getvariable('from_day')) AS began_at,
        berlin_midnight(least(getvariable('to_day'), getvariable('as_of_day')) + 1) AS ended_at
),

stood AS (
    -- The state after the last change of the period; before the first change that of the beginning.
    SELECT
        r.park_id,
        r.annual_kwh,
        r.payment_plan,
        r.created_at >= any_value(e.began_at) AS is_new,
        coalesce(
            arg_max(c.state_after, c.id) FILTER (c.at < e.ended_at), arg_min(c.state_before, c.id), r.state
        ) AS state
    FROM source.reservations AS r
    INNER JOIN ends AS e ON r.created_at < e.ended_at
    LEFT JOIN source.reservation_changes AS c ON c.reservation_id = r.id
    GROUP BY r.id, r.park_id, r.annual_kwh, r.payment_plan, r.created_at, r.state
)

SELECT
    s.park_id,
    s.annual_kwh,
    s.payment_plan,
    count(*) FILTER (holds_spot(s.state)) AS taken,
    taken * s.annual_kwh AS taken_kwh,
    count(*) FILTER (s.state IN ('contracted', 'active')) AS contracted,
    contracted * s.annual_kwh AS contracted_kwh,
    count(*) FILTER (s.is_new) AS new
FROM stood AS s
GROUP BY s.park_id, s.annual_kwh, s.payment_plan
HAVING taken > 0 OR new > 0
