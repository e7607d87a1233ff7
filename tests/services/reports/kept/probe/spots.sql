/*
title = "Plätze"
grain = "eine Zeile je Park"
key = ["park_id"]
order = "park_id"
columns = ["park_id=park", "spots=spot_limit", "free"]
*/
SELECT
    s.park_id,
    count(*) FILTER (s.is_within_limit) AS spots,
    count(*) FILTER (s.state = 'free') AS free
FROM staging.spots AS s
GROUP BY s.park_id
