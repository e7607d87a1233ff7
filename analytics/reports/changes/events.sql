SELECT
    e.place,
    e.day,
    e.is_before,
    e.kind,
    e.words,
    e.can_change,
    e.path
FROM marts.period_events AS e
