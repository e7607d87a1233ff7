-- After how many years the credits equal price + 50 euros, by the formula of the offer: a constant rate, a full yield.
-- Once for each scenario, and once at the rates that the households chose themselves.
WITH rates AS (
    SELECT
        s.scenario,
        greatest(s.rate_tenth_ct, minimum_tenth_ct()) AS tenth_ct
    FROM marts.credit_scenarios AS s
    UNION ALL
    SELECT 'Gewählt', NULL
)

SELECT
    r.scenario,
    g.annual_kwh,
    g.payment_plan,
    divided(
        (g.share_cents + break_even_extra_cents()) * 100,
        g.annual_kwh * coalesce(r.tenth_ct, g.credit_tenth_ct)
    )::BIGINT AS tenth_years,
    sum(g.reservations)::BIGINT AS reservations
FROM staging.credit_groups AS g
CROSS JOIN rates AS r
GROUP BY ALL
