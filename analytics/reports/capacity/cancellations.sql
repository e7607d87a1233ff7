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
