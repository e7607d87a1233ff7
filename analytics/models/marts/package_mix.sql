/*
grain = "one row per park, package and plan that a household has or chose in the period"
key = ["park_id", "annual_kwh", "payment_plan"]
columns = ["park_id", "annual_kwh", "payment_plan", "taken", "taken_kwh", "new"]
*/
-- Which packages and plans the reservations of a park have that hold their spot at the end of the last day of the
-- period, and those made in the period. A reservation keeps its package and plan from its first day.
WITH moves AS (
    SELECT
        m.park_id,
        r.annual_kwh,
        r.payment_plan,
        m.kind = 'new' AND m.at >= berlin_midnight(getvariable('from_day')) AS is_new,
        m.spots
    FROM staging.spot_moves AS m
    INNER JOIN source.reservations AS r ON r.id = m.reservation_id
    WHERE m.at < berlin_midnight(least(getvariable('to_day'), getvariable('as_of_day')) + 1)
)

SELECT
    m.park_id,
    m.annual_kwh,
    m.payment_plan,
    sum(m.spots)::BIGINT AS taken,
    (sum(m.spots) * m.annual_kwh)::BIGINT AS taken_kwh,
    count(*) FILTER (m.is_new) AS new
FROM moves AS m
GROUP BY m.park_id, m.annual_kwh, m.payment_plan
HAVING sum(m.spots) <> 0 OR count(*) FILTER (m.is_new) > 0
