SELECT
    s.park_id,
    count(*) FILTER (s.is_within_limit) AS spots,
    count(*) FILTER (s.state = 'free') AS free
FROM staging.spots AS s
GROUP BY s.park_id
