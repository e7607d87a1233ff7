/*
grain = "one row per month of reservation and number of weeks since that are over for all of it"
key = ["month", "weeks_since"]
columns = [
    "month=month_of_cohort", "weeks_since", "reservations", "contracted=contracted_by_week",
    "cancelled=cancelled_by_week",
]
table = true
*/
-- Reservations by the month they were made in, and how many had signed or given up within so many weeks of their own. A
-- cell is shown once its last reservation has had the time: what is not known yet is absent, not zero.
WITH members AS (
    SELECT
        date_trunc('month', r.day)::DATE AS month,
        r.day,
        (berlin_day(r.contracted_at) - r.day) // 7 AS contracted_after,
        (berlin_day(r.cancelled_at) - r.day) // 7 AS cancelled_after
    FROM marts.reservation_origins AS r
    WHERE NOT r.is_merged
),

months AS (
    SELECT
        m.month,
        max(m.day) AS last_day,
        count(*) AS reservations
    FROM members AS m
    GROUP BY m.month
),

cells AS (
    SELECT
        w.*,
        unnest([2, 4, 6, 8, 12, 26, 52]) AS weeks_since
    FROM months AS w
)

SELECT
    c.month,
    c.weeks_since,
    c.reservations,
    count(*) FILTER (m.contracted_after < c.weeks_since) AS contracted,
    count(*) FILTER (m.cancelled_after < c.weeks_since) AS cancelled
FROM cells AS c
INNER JOIN members AS m ON m.month = c.month
-- Of the last one, n weeks are over 7n days later; today is not over yet.
WHERE c.last_day + (7 * c.weeks_since)::INTEGER <= getvariable('as_of_day')
GROUP BY c.month, c.weeks_since, c.reservations
