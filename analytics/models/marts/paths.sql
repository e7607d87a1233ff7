/*
grain = "one row per path that reservations of the period took"
key = ["stations"]
columns = ["stations", "reservations", "contracted", "path", "channels"]
table = true
distributed = true
*/
-- The paths that reservations took, with the names of their stations.
WITH paths AS (
    SELECT
        p.stations,
        count(*) AS reservations,
        count(*) FILTER (p.is_contracted) AS contracted
    FROM marts.reservation_paths AS p
    GROUP BY p.stations
),

placed AS (
    SELECT
        p.*,
        unnest(p.stations) AS station,
        generate_subscripts(p.stations, 1) AS place
    FROM paths AS p
),

names AS (
    SELECT DISTINCT
        s.station,
        s.origin,
        s.channel
    FROM marts.path_stations AS s
    -- No touch has it where none was direct.
    UNION
    SELECT 0, '(direct)', 'direct'
)

SELECT
    p.stations,
    any_value(p.reservations) AS reservations,
    any_value(p.contracted) AS contracted,
    list(n.origin ORDER BY p.place) AS path,
    list(n.channel ORDER BY p.place) AS channels
FROM placed AS p
INNER JOIN names AS n USING (station)
GROUP BY p.stations
