/*
title = "Aufgegeben binnen 60 Tagen"
grain = "eine Zeile je Monat der Reservierung"
key = ["month"]
order = "month"
columns = [
    "month=month_reserved", "reservations=not_called_off", "cancelled=cancelled_within_60_days", "expired", "withdrawn",
    "given_up=given_up_within_60_days", "rate", "is_judged",
]
*/
SELECT
    c.month,
    c.reservations,
    c.cancelled,
    c.expired,
    c.withdrawn,
    c.given_up,
    CASE WHEN c.is_judged THEN share_of(c.given_up, c.reservations) END AS rate,
    c.is_judged
FROM marts.cancellation_months AS c
WHERE c.park_id = getvariable('park')
