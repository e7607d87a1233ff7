/*
grain = "one row per scenario, size, plan and break-even"
key = ["scenario", "annual_kwh", "payment_plan", "tenth_years"]
columns = ["scenario", "annual_kwh", "payment_plan", "tenth_years=break_even", "reservations=reservations_with_spot"]
*/
-- After how many years the credits equal price + 50 euros, by the formula of the offer: a constant rate, a full yield.
SELECT
    s.scenario,
    g.annual_kwh,
    g.payment_plan,
    divided(
        (g.share_cents + break_even_extra_cents()) * 100,
        g.annual_kwh * greatest(s.rate_tenth_ct, minimum_tenth_ct())
    )::BIGINT AS tenth_years,
    sum(g.reservations)::BIGINT AS reservations
FROM staging.credit_groups AS g
CROSS JOIN marts.credit_scenarios AS s
GROUP BY ALL
