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
