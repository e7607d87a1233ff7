/*
grain = "one row per park and day of spot_days, up to the last day of the period or as_of_day"
key = ["park_id", "day"]
columns = [
    "park_id", "day", "spot_limit", "taken", "taken_kwh", "blocked", "new", "given_up", "returned", "net",
    "full_at=full_at_spots", "full_at_either", "is_full",
]
*/
-- How many spots could be given at the end of a day, by spots and by kWh, and whether that was all.
WITH rooms AS (
    SELECT
        d.*,
        d.spot_limit - d.blocked AS full_at,
        -- At the mean of what is taken, so many more spots have room below the limit of kWh.
        CASE
            WHEN p.kwh_limit IS NOT NULL AND d.taken_kwh > 0
                THEN d.taken + (p.kwh_limit - d.taken_kwh) * d.taken // d.taken_kwh
        END AS full_at_by_kwh
    FROM staging.spot_days AS d
    INNER JOIN source.parks AS p ON p.id = d.park_id
)

SELECT
    r.* EXCLUDE (full_at_by_kwh),
    least(r.full_at, coalesce(r.full_at_by_kwh, r.full_at)) AS full_at_either,
    -- A park without any spot is not full but not open yet.
    r.taken >= least(r.full_at, coalesce(r.full_at_by_kwh, r.full_at)) AND greatest(r.full_at, r.taken) > 0 AS is_full
FROM rooms AS r
