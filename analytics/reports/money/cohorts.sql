/*
title = "Nach Monaten der Reservierung"
grain = "eine Zeile je Monat der Reservierung und Wochen danach"
reach = "screen"
key = ["month", "weeks_since"]
order = "month, weeks_since"
columns = [
    "month=month_of_cohort", "weeks_since", "reservations", "contracted=contracted_by_week",
    "contracted_share=contracted_share_by_week", "cancelled=cancelled_by_week",
    "cancelled_share=cancelled_share_by_week",
]
*/
SELECT
    c.month,
    c.weeks_since,
    c.reservations,
    c.contracted,
    share_of(c.contracted, c.reservations) AS contracted_share,
    c.cancelled,
    share_of(c.cancelled, c.reservations) AS cancelled_share
FROM marts.cohorts AS c
