SELECT
    c.week,
    c.weeks_since,
    c.reservations,
    c.confirmed,
    share_of(c.confirmed, c.reservations) AS confirmed_share,
    c.contracted,
    share_of(c.contracted, c.reservations) AS contracted_share,
    c.cancelled,
    share_of(c.cancelled, c.reservations) AS cancelled_share
FROM marts.cohorts AS c
WHERE c.weeks_since IN (0, 1, 2, 4, 6, 8, 10, 12, 16, 20, 26, 39, 52)
