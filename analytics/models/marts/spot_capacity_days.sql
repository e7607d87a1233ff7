/*
grain = "one row per park and day of the period, up to as_of_day"
key = ["park_id", "day"]
columns = ["park_id", "day", "spot_limit", "taken", "free=limit_less_taken", "taken_kwh", "new", "given_up", "returned"]
*/
-- How full each park was at the end of each day of the period, in Berlin. Spots withheld by staff or waiting for an
-- answer are not taken from what is free.
SELECT
    d.park_id,
    d.day,
    d.spot_limit,
    d.taken,
    greatest(d.spot_limit - d.taken, 0) AS free,
    d.taken_kwh,
    d.new,
    d.given_up,
    d.returned
FROM staging.spot_days AS d
WHERE d.day >= getvariable('from_day')
