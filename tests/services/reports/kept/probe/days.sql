SELECT
    v.day,
    v.sessions
FROM marts.visits_by_day AS v
