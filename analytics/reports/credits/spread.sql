WITH counted AS (
    SELECT
        b.annual_kwh,
        b.payment_plan,
        b.tenth_years,
        b.reservations,
        sum(b.reservations) OVER (whole ORDER BY b.tenth_years) AS so_far,
        sum(b.reservations) OVER whole AS in_all
    FROM marts.credit_break_even AS b
    WHERE b.scenario = 'Gewählt'
    WINDOW whole AS (PARTITION BY b.annual_kwh, b.payment_plan)
)

SELECT
    c.annual_kwh AS package,
    c.payment_plan AS plan,
    sum(c.reservations)::BIGINT AS reservations,
    min(c.tenth_years) AS shortest,
    min(c.tenth_years) FILTER (4 * c.so_far >= c.in_all) AS lower,
    min(c.tenth_years) FILTER (2 * c.so_far >= c.in_all) AS median,
    min(c.tenth_years) FILTER (4 * c.so_far >= 3 * c.in_all) AS upper,
    max(c.tenth_years) AS longest
FROM counted AS c
GROUP BY ALL
