/*
grain = "one row per park that is not full, and day from the last known one to where the lower end is full, or five years"
key = ["park_id", "days_ahead"]
columns = ["park_id", "days_ahead", "day", "full_at", "lower", "likely", "upper"]
table = true
*/
-- How many spots will be taken at the end of each of the next days, until all courses of the band are full and at most
-- for five years, if a park goes on filling as in its eight weeks: likely, and the lower and upper end of the band that
-- eight of ten courses stay in; why, says `analytics/CAPACITY.md`. Nothing goes below none or beyond full. No rows where
-- the past is too short to tell.
WITH ahead AS (
    SELECT
        i.park_id,
        i.day,
        i.taken,
        i.full_at,
        unnest(range(0, 1827))::BIGINT AS days_ahead,
        i.net_of_8_weeks AS net,
        i.spread
    FROM marts.spot_intake AS i
    WHERE i.is_known_long_enough AND NOT i.is_full AND i.full_at > 0
),

bands AS (
    -- In units of a 56th of a spot: 56 days make one of `net`.
    SELECT
        a.*,
        a.days_ahead * a.net AS middle,
        whole_root(8 * a.spread::HUGEINT * a.days_ahead * (a.days_ahead + 14) // 7) AS band
    FROM ahead AS a
),

courses AS (
    SELECT
        b.park_id,
        b.days_ahead,
        (b.day + b.days_ahead::INTEGER)::DATE AS day,
        b.full_at,
        least(greatest(b.taken + floored(b.middle - b.band, 56), 0), b.full_at)::BIGINT AS lower,
        least(greatest(b.taken + floored(b.middle, 56), 0), b.full_at)::BIGINT AS likely,
        least(greatest(b.taken + floored(b.middle + b.band, 56), 0), b.full_at)::BIGINT AS upper
    FROM bands AS b
)

SELECT c.*
FROM courses AS c
WHERE
    c.days_ahead <= coalesce(
        (SELECT min(o.days_ahead) FROM courses AS o WHERE o.park_id = c.park_id AND o.lower >= o.full_at), 1826
    )
