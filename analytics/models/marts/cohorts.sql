/*
grain = "one row per week of reservation and number of weeks since that are over for all of it"
key = ["week", "weeks_since"]
columns = [
    "week", "weeks_since", "reservations", "confirmed=confirmed_by_week", "contracted=contracted_by_week",
    "cancelled=cancelled_by_week",
]
table = true
*/
-- Reservations by the week they were made in, and how many had confirmed, signed or given up within so many weeks of
-- their own. A cell is shown once its last reservation has had the time: what is not known yet is absent, not zero.
WITH members AS (
    SELECT
        date_trunc('week', r.day)::DATE AS week,
        (berlin_day(r.confirmed_at) - r.day) // 7 AS confirmed_after,
        (berlin_day(r.contracted_at) - r.day) // 7 AS contracted_after,
        (berlin_day(r.cancelled_at) - r.day) // 7 AS cancelled_after
    FROM marts.reservation_origins AS r
    WHERE NOT r.is_merged
),

weeks AS (
    SELECT
        m.week,
        count(*) AS reservations
    FROM members AS m
    GROUP BY m.week
),

cells AS (
    SELECT
        w.week,
        w.reservations,
        unnest(range(0, 53)) AS weeks_since
    FROM weeks AS w
)

SELECT
    c.week,
    c.weeks_since,
    c.reservations,
    count(*) FILTER (m.confirmed_after <= c.weeks_since) AS confirmed,
    count(*) FILTER (m.contracted_after <= c.weeks_since) AS contracted,
    count(*) FILTER (m.cancelled_after <= c.weeks_since) AS cancelled
FROM cells AS c
INNER JOIN members AS m ON m.week = c.week
-- Made on the Sunday at the latest (day 6), the n-th week ends on day 7n + 6 after that; today is not over yet.
WHERE c.week + 6 + (7 * c.weeks_since + 6)::INTEGER < getvariable('as_of_day')
GROUP BY c.week, c.weeks_since, c.reservations
