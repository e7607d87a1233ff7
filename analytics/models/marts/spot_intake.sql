/*
grain = "one row per park"
key = ["park_id"]
columns = [
    "park_id", "day=forecast_day", "taken", "spot_limit", "blocked", "full_at", "limited_by", "is_full", "full_since",
    "measured_until", "net_of_8_weeks", "spread", "is_known_long_enough",
]
table = true
*/
-- Starting point of the forecast, and the intake of the eight whole weeks before: `analytics/CAPACITY.md`.
-- The forecast begins at the end of the last complete day: today is incomplete, and would count as a slow day.
WITH known AS (
    SELECT d.*
    FROM staging.spot_room_days AS d
    WHERE d.day < getvariable('as_of_day')
),

begin AS (
    SELECT
        k.park_id,
        max(k.day) AS day,
        min(k.day) FILTER (k.new > 0) AS first_day
    FROM known AS k
    GROUP BY k.park_id
),

-- A full park takes in nothing, whatever the demand. So the eight weeks end before it was first full; a park that has
-- not been full for eight weeks or more starts over.
fulls AS (
    SELECT
        l.park_id,
        l.day,
        coalesce(lead(l.day) OVER (PARTITION BY l.park_id ORDER BY l.day), b.day) - l.day > 56 AS is_followed_by_room
    FROM known AS l
    INNER JOIN begin AS b ON b.park_id = l.park_id
    WHERE l.is_full
),

first_fulls AS (
    SELECT
        f.park_id,
        min(f.day) AS day
    FROM fulls AS f
    WHERE
        NOT EXISTS (
            SELECT 1 FROM fulls AS later
            WHERE later.park_id = f.park_id AND later.day >= f.day AND later.is_followed_by_room
        )
    GROUP BY f.park_id
),

measured AS (
    SELECT
        b.park_id,
        b.first_day,
        coalesce(f.day - 1, b.day) AS until_day
    FROM begin AS b
    LEFT JOIN first_fulls AS f ON f.park_id = b.park_id
),

weeks AS (
    SELECT
        k.park_id,
        (m.until_day - k.day) // 7 AS weeks_ago,
        sum(k.net)::BIGINT AS net,
        sum(k.new + k.given_up + k.returned)::BIGINT AS moves
    FROM known AS k
    INNER JOIN measured AS m ON m.park_id = k.park_id
    WHERE k.day <= m.until_day AND m.until_day - k.day < 56
    GROUP BY ALL
),

intake AS (
    SELECT
        w.park_id,
        sum(w.net)::BIGINT AS net,
        -- 56 times the variance of a week: of the eight as they were, or at least of pure chance.
        greatest(8 * sum(w.net * w.net) - sum(w.net) * sum(w.net), 7 * sum(w.moves))::BIGINT AS spread
    FROM weeks AS w
    GROUP BY w.park_id
)

SELECT
    l.park_id,
    l.day,
    l.taken,
    l.spot_limit,
    l.blocked,
    greatest(l.full_at_either, l.taken)::BIGINT AS full_at,
    CASE WHEN l.full_at_either < l.full_at THEN 'kwh' ELSE 'spots' END AS limited_by,
    l.is_full,
    CASE
        WHEN l.is_full THEN (
            SELECT min(o.day)
            FROM known AS o
            WHERE
                o.park_id = l.park_id
                AND o.day > coalesce(
                    (SELECT max(n.day) FROM known AS n WHERE n.park_id = l.park_id AND NOT n.is_full),
                    DATE '0001-01-01'
                )
        )
    END AS full_since,
    m.until_day AS measured_until,
    coalesce(i.net, 0) AS net_of_8_weeks,
    coalesce(i.spread, 0) AS spread,
    coalesce(m.until_day - m.first_day >= 55, false) AS is_known_long_enough
FROM known AS l
INNER JOIN begin AS b ON b.park_id = l.park_id AND b.day = l.day
INNER JOIN measured AS m ON m.park_id = l.park_id
LEFT JOIN intake AS i ON i.park_id = l.park_id
