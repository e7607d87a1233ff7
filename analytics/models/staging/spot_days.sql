/*
grain = "one row per park and day up to the last day of the period or as_of_day"
key = ["park_id", "day"]
columns = ["park_id", "day", "spot_limit", "taken", "taken_kwh", "blocked", "new", "given_up", "returned", "net"]
table = true
*/
-- How full each park was at the end of each day in Berlin, from its first reservation or the first day of the period,
-- whichever is earlier, to the last day of the period; the last two days in any case.
-- Today's state alone cannot tell: it is followed back through reservations and their changes, and the limit through
-- the changes of the park. Only what staff withhold is known as it is now: a spot withheld today counts from the day
-- on which that began, one withheld and released since does not count.
WITH hours AS (
    -- Days begin on whole hours, and hours are fewer than moves: asking each move for its day would take far longer.
    SELECT
        m.park_id,
        date_trunc('hour', m.at) AS hour,
        count(*) FILTER (m.kind = 'new') AS new,
        count(*) FILTER (m.kind = 'given_up') AS given_up,
        count(*) FILTER (m.kind = 'returned') AS returned,
        sum(m.spots) AS spots,
        sum(m.annual_kwh) AS annual_kwh
    FROM staging.spot_moves AS m
    GROUP BY ALL
),

moves AS (
    SELECT
        h.park_id,
        berlin_day(h.hour) AS day,
        sum(h.new)::BIGINT AS new,
        sum(h.given_up)::BIGINT AS given_up,
        sum(h.returned)::BIGINT AS returned,
        sum(h.spots)::BIGINT AS spots,
        sum(h.annual_kwh)::BIGINT AS annual_kwh
    FROM hours AS h
    GROUP BY ALL
),

withheld AS (
    SELECT
        s.park_id,
        berlin_day(s.changed_at) AS day,
        count(*) AS blocked
    FROM staging.spots AS s
    WHERE s.state = 'blocked' AND s.is_within_limit
    GROUP BY ALL
),

last_day AS (
    SELECT least(getvariable('to_day'), getvariable('as_of_day')) AS day
),

days AS (
    SELECT
        p.id AS park_id,
        unnest(generate_series(
            least(
                getvariable('from_day'),
                (SELECT min(m.day) FROM moves AS m WHERE m.park_id = p.id),
                (SELECT min(w.day) FROM withheld AS w WHERE w.park_id = p.id),
                (SELECT l.day - 1 FROM last_day AS l)
            ),
            (SELECT l.day FROM last_day AS l),
            INTERVAL 1 DAY
        ))::DATE AS day
    FROM source.parks AS p
),

added_up AS (
    SELECT
        d.park_id,
        d.day,
        coalesce(m.new, 0)::BIGINT AS new,
        coalesce(m.given_up, 0)::BIGINT AS given_up,
        coalesce(m.returned, 0)::BIGINT AS returned,
        coalesce(m.spots, 0)::BIGINT AS net,
        sum(coalesce(m.spots, 0)) OVER so_far AS taken,
        sum(coalesce(m.annual_kwh, 0)) OVER so_far AS taken_kwh,
        sum(coalesce(w.blocked, 0)) OVER so_far AS blocked
    FROM days AS d
    LEFT JOIN moves AS m ON m.park_id = d.park_id AND m.day = d.day
    LEFT JOIN withheld AS w ON w.park_id = d.park_id AND w.day = d.day
    WINDOW so_far AS (PARTITION BY d.park_id ORDER BY d.day)
)

SELECT
    a.park_id,
    a.day,
    l.spot_limit,
    a.taken::BIGINT AS taken,
    a.taken_kwh::BIGINT AS taken_kwh,
    a.blocked::BIGINT AS blocked,
    a.new,
    a.given_up,
    a.returned,
    a.net
FROM added_up AS a
INNER JOIN staging.spot_limits AS l
    ON l.park_id = a.park_id AND a.day >= l.from_day AND a.day < l.before_day
