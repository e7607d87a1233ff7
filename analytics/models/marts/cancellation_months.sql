/*
grain = "one row per park and month in which reservations were made, of the twelve that end with the period"
key = ["park_id", "month"]
columns = [
    "park_id", "month=month_reserved", "reservations=not_called_off", "cancelled=cancelled_within_60_days", "expired",
    "withdrawn", "given_up=given_up_within_60_days", "is_judged",
]
*/
-- What became of the reservations of each month within 60 days of their own, by how they were given up: of the twelve
-- months that end with the period, wherever it begins, since a cut month would tell of its days only. A month is judged
-- once its youngest reservation has had those 60 days. What the park called off is left out: no household gave that up.
WITH given_up AS (
    SELECT
        c.reservation_id,
        max(c.at) AS at
    FROM source.reservation_changes AS c
    WHERE was_given_up(c.state_after) AND c.state_after <> 'park_cancelled'
    GROUP BY c.reservation_id
),

members AS (
    SELECT
        r.park_id,
        date_trunc('month', berlin_day(r.created_at))::DATE AS month,
        r.state,
        -- Only what is given up still: a change that was taken back does not count.
        was_given_up(r.state)
        AND coalesce(berlin_day(g.at) - berlin_day(r.created_at) <= 60, false) AS is_early
    FROM source.reservations AS r
    LEFT JOIN given_up AS g ON g.reservation_id = r.id
    WHERE
        r.merged_into_id IS NULL
        AND r.state <> 'park_cancelled'
        AND r.created_at >= berlin_midnight((date_trunc('month', getvariable('to_day')) - INTERVAL 11 MONTH)::DATE)
        AND r.created_at < berlin_midnight(getvariable('to_day') + 1)
)

SELECT
    m.park_id,
    m.month,
    count(*) AS reservations,
    count(*) FILTER (m.is_early AND m.state = 'cancelled') AS cancelled,
    count(*) FILTER (m.is_early AND m.state = 'expired') AS expired,
    count(*) FILTER (m.is_early AND m.state = 'withdrawn') AS withdrawn,
    count(*) FILTER (m.is_early) AS given_up,
    least((m.month + INTERVAL 1 MONTH)::DATE - 1, getvariable('to_day')) + 60 < getvariable('as_of_day') AS is_judged
FROM members AS m
GROUP BY m.park_id, m.month
