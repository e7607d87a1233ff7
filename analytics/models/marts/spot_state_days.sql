/*
grain = "one row per park and day, as in staging.spot_days"
key = ["park_id", "day"]
columns = ["park_id", "day", "reserved", "invited", "contracted=spots_contracted", "active", "contracted_kwh"]
*/
-- In which states the reservations of a park were that held their spot at the end of each day of `spot_days`.
WITH began AS (
    SELECT
        c.reservation_id,
        arg_min(c.state_before, c.id) AS state
    FROM source.reservation_changes AS c
    GROUP BY c.reservation_id
),

firsts AS (
    -- Rows that came without any history have had their present state from the beginning.
    SELECT
        r.park_id,
        r.created_at AS at,
        r.annual_kwh,
        coalesce(b.state, r.state) AS state
    FROM source.reservations AS r
    LEFT JOIN began AS b ON b.reservation_id = r.id
),

hours AS (
    -- As in staging.spot_days: hours are fewer than moves.
    SELECT
        f.park_id,
        date_trunc('hour', f.at) AS hour,
        count(*) FILTER (f.state = 'reserved') AS reserved,
        count(*) FILTER (f.state = 'invited') AS invited,
        count(*) FILTER (f.state = 'contracted') AS contracted,
        count(*) FILTER (f.state = 'active') AS active,
        coalesce(sum(f.annual_kwh) FILTER (f.state IN ('contracted', 'active')), 0) AS contracted_kwh
    FROM firsts AS f
    GROUP BY ALL
    UNION ALL BY NAME
    SELECT
        r.park_id,
        date_trunc('hour', c.at) AS hour,
        count(*) FILTER (c.state_after = 'reserved') - count(*) FILTER (c.state_before = 'reserved') AS reserved,
        count(*) FILTER (c.state_after = 'invited') - count(*) FILTER (c.state_before = 'invited') AS invited,
        count(*) FILTER (c.state_after = 'contracted') - count(*) FILTER (c.state_before = 'contracted') AS contracted,
        count(*) FILTER (c.state_after = 'active') - count(*) FILTER (c.state_before = 'active') AS active,
        coalesce(sum(r.annual_kwh) FILTER (c.state_after IN ('contracted', 'active')), 0)
        - coalesce(sum(r.annual_kwh) FILTER (c.state_before IN ('contracted', 'active')), 0) AS contracted_kwh
    FROM source.reservation_changes AS c
    INNER JOIN source.reservations AS r ON r.id = c.reservation_id
    GROUP BY ALL
),

by_day AS (
    SELECT
        h.park_id,
        berlin_day(h.hour) AS day,
        sum(h.reserved) AS reserved,
        sum(h.invited) AS invited,
        sum(h.contracted) AS contracted,
        sum(h.active) AS active,
        sum(h.contracted_kwh) AS contracted_kwh
    FROM hours AS h
    GROUP BY ALL
),

added_up AS (
    SELECT
        d.park_id,
        d.day,
        sum(coalesce(b.reserved, 0)) OVER so_far AS reserved,
        sum(coalesce(b.invited, 0)) OVER so_far AS invited,
        sum(coalesce(b.contracted, 0)) OVER so_far AS contracted,
        sum(coalesce(b.active, 0)) OVER so_far AS active,
        sum(coalesce(b.contracted_kwh, 0)) OVER so_far AS contracted_kwh
    FROM staging.spot_days AS d
    LEFT JOIN by_day AS b ON b.park_id = d.park_id AND b.day = d.day
    WINDOW so_far AS (PARTITION BY d.park_id ORDER BY d.day)
)

SELECT
    a.park_id,
    a.day,
    a.reserved::BIGINT AS reserved,
    a.invited::BIGINT AS invited,
    a.contracted::BIGINT AS contracted,
    a.active::BIGINT AS active,
    a.contracted_kwh::BIGINT AS contracted_kwh
FROM added_up AS a
