/*
grain = "one row per reservation of the period that the filters let through, without those that live on in another"
key = ["reservation_id"]
columns = ["reservation_id", "is_contracted", "is_remembered", "touches", "stations", "days"]
table = true
*/
-- The path of each reservation: the origins of its touches that count, in order, consecutive duplicates listed once.
WITH ways AS (
    SELECT
        t.reservation_id,
        -- The position first, so that numbers are in the order of the touches.
        list_sort(list(t.position::BIGINT << 32 | s.station)) AS places,
        arg_min(t.at, t.position) AS began_at
    FROM staging.counted_touches AS t
    INNER JOIN marts.path_stations AS s USING (origin_key)
    GROUP BY t.reservation_id
)

SELECT
    r.reservation_id,
    r.is_contracted,
    r.is_remembered,
    coalesce(len(w.places), 0)::BIGINT AS touches,
    coalesce(
        list_transform(
            list_filter(
                w.places,
                lambda here, place: place = 1 OR (here & 4294967295) // 4 <> (w.places[place - 1] & 4294967295) // 4
            ),
            lambda here: (here & 4294967295)::INTEGER
        ),
        [0]
    ) AS stations,
    (r.day - berlin_day(w.began_at))::BIGINT AS days
FROM marts.reservation_origins AS r
LEFT JOIN ways AS w USING (reservation_id)
WHERE
    NOT r.is_merged
    AND getvariable('package') IN ('all', r.annual_kwh::VARCHAR)
    AND getvariable('plan') IN ('all', r.payment_plan)
