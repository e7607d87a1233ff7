/*
grain = "one row per park and span of days with one limit"
key = ["park_id", "from_day"]
columns = ["park_id", "from_day", "before_day", "spot_limit"]
*/
-- How many spots of a park could be given on which days. A limit holds from the day of its change to the next one's;
-- of several on one day the last stands. Before the first change holds what that one replaced, without any change what
-- the park has now.
WITH changes AS (
    SELECT
        c.park_id,
        c.id,
        berlin_day(c.at) AS day,
        c.spot_limit_before,
        c.spot_limit_after
    FROM source.park_changes AS c
    WHERE c.spot_limit_after IS NOT NULL
),

spans AS (
    SELECT
        c.park_id,
        c.day AS from_day,
        coalesce(lead(c.day) OVER later, DATE '9999-12-31') AS before_day,
        c.spot_limit_after AS spot_limit
    FROM changes AS c
    WINDOW later AS (PARTITION BY c.park_id ORDER BY c.id)
    UNION ALL BY NAME
    SELECT
        p.id AS park_id,
        DATE '0001-01-01' AS from_day,
        coalesce(min(c.day), DATE '9999-12-31') AS before_day,
        coalesce(arg_min(c.spot_limit_before, c.id), any_value(p.spot_limit)) AS spot_limit
    FROM source.parks AS p
    LEFT JOIN changes AS c ON c.park_id = p.id
    GROUP BY p.id
)

SELECT
    s.park_id,
    s.from_day,
    s.before_day,
    s.spot_limit::BIGINT AS spot_limit
FROM spans AS s
WHERE s.from_day < s.before_day
