/*
grain = "one row per scenario, size and plan"
key = ["scenario", "annual_kwh", "payment_plan"]
columns = ["scenario", "annual_kwh", "payment_plan", "reservations=reservations_with_spot", "tenth_years=covered"]
*/
-- After how many years the credits of a size and plan reach all that is paid for it: with season, ageing and prices, and
-- not before the last instalment. NULL where that is not within the months computed.
WITH so_far AS (
    SELECT
        f.scenario,
        f.annual_kwh,
        f.payment_plan,
        f.reservations,
        f.number + 1 AS months,
        sum(f.credit_e17) OVER months AS credited_e17,
        sum(f.share_e6 + f.setup_e6) OVER months * 100000000000 AS paid_e17
    FROM marts.credit_flow AS f
    WINDOW months AS (PARTITION BY f.scenario, f.annual_kwh, f.payment_plan ORDER BY f.number)
)

SELECT
    s.scenario,
    s.annual_kwh,
    s.payment_plan,
    any_value(s.reservations) AS reservations,
    divided(
        min(s.months) FILTER (s.credited_e17 >= s.paid_e17 AND s.months >= plan_months(s.payment_plan)) * 10, 12
    )::BIGINT AS tenth_years
FROM so_far AS s
GROUP BY ALL
