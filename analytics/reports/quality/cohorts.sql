/*
title = "Nach Wochen"
grain = "eine Zeile je Woche der Reservierung und Wochen danach"
key = ["week", "weeks_since"]
order = "week, weeks_since"
columns = [
    "week", "weeks_since", "reservations", "confirmed=confirmed_by_week", "confirmed_share=confirmed_share_by_week",
    "contracted=contracted_by_week", "contracted_share=contracted_share_by_week", "cancelled=cancelled_by_week",
    "cancelled_share=cancelled_share_by_week",
]
*/
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
