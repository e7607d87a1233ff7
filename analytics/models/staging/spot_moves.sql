/*
grain = "one row per time a reservation took, gave up or got back its spot"
key = ["reservation_id", "at", "kind"]
columns = ["park_id", "reservation_id", "at", "kind=move", "spots=spots_change", "annual_kwh=kwh_change"]
*/
-- Every time a reservation took a spot, gave it up, or got it back by an undo.
SELECT
    r.park_id,
    r.id AS reservation_id,
    r.created_at AS at,
    'new' AS kind,
    1 AS spots,
    r.annual_kwh
FROM source.reservations AS r
UNION ALL BY NAME
SELECT
    r.park_id,
    r.id AS reservation_id,
    c.at,
    CASE WHEN holds_spot(c.state_after) THEN 'returned' ELSE 'given_up' END AS kind,
    CASE WHEN holds_spot(c.state_after) THEN 1 ELSE -1 END AS spots,
    CASE WHEN holds_spot(c.state_after) THEN r.annual_kwh ELSE -r.annual_kwh END AS annual_kwh
FROM source.reservation_changes AS c
INNER JOIN source.reservations AS r ON r.id = c.reservation_id
WHERE holds_spot(c.state_before) <> holds_spot(c.state_after)
