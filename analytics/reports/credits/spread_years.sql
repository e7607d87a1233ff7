SELECT
    b.annual_kwh AS package,
    b.tenth_years AS break_even,
    sum(b.reservations)::BIGINT AS reservations
FROM marts.credit_break_even AS b
WHERE b.scenario = 'Gewählt'
GROUP BY ALL
