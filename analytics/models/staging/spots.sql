/*
grain = "one row per spot of a park"
key = ["park_id", "spot_number"]
columns = ["park_id", "spot_number", "state=spot_state", "changed_at", "is_within_limit"]
*/
-- The spots of the parks as they are now.
SELECT
    s.park_id,
    s.number AS spot_number,
    s.state,
    s.changed_at,
    s.number <= p.spot_limit AS is_within_limit
FROM source.spots AS s
INNER JOIN source.parks AS p ON p.id = s.park_id
