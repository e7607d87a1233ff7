/*
grain = "one row per park"
key = ["park_id"]
columns = [
    "park_id", "day=period_end", "spot_limit", "taken", "blocked", "held", "free", "taken_kwh", "new", "given_up",
    "returned",
]
*/
-- A park at the end of the last day of the period, and what happened in it. Spots that wait for an answer are known as
-- they are now, and so only where the period reaches to today.
WITH last_days AS (
    SELECT
        d.park_id,
        max(d.day) AS day
    FROM staging.spot_days AS d
    GROUP BY d.park_id
),

waiting AS (
    SELECT
        s.park_id,
        count(*) AS held
    FROM staging.spots AS s
    WHERE s.state = 'held' AND s.is_within_limit
    GROUP BY s.park_id
),

period AS (
    SELECT
        d.park_id,
        sum(d.new)::BIGINT AS new,
        sum(d.given_up)::BIGINT AS given_up,
        sum(d.returned)::BIGINT AS returned
    FROM marts.spot_capacity_days AS d
    GROUP BY d.park_id
),

ends AS (
    SELECT
        d.park_id,
        d.day,
        d.spot_limit,
        d.taken,
        d.taken_kwh,
        d.blocked,
        CASE WHEN d.day >= getvariable('as_of_day') THEN coalesce(w.held, 0) END AS held
    FROM staging.spot_days AS d
    INNER JOIN last_days AS l ON l.park_id = d.park_id AND l.day = d.day
    LEFT JOIN waiting AS w ON w.park_id = d.park_id
)

SELECT
    e.park_id,
    e.day,
    e.spot_limit,
    e.taken,
    e.blocked,
    e.held,
    greatest(e.spot_limit - e.taken - e.blocked - coalesce(e.held, 0), 0) AS free,
    e.taken_kwh,
    coalesce(p.new, 0) AS new,
    coalesce(p.given_up, 0) AS given_up,
    coalesce(p.returned, 0) AS returned
FROM ends AS e
LEFT JOIN period AS p ON p.park_id = e.park_id
