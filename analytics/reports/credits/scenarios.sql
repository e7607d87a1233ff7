/*
title = "Szenarien im Vergleich"
grain = "eine Zeile je Szenario"
key = ["scenario"]
order = "place"
columns = [
    "place", "scenario", "rate_milli_ct", "paid_milli_ct", "kwh=first_year_kwh", "first_year_cents",
    "credit_cents=total_credit_cents", "contracted_credit_cents", "mean_cents", "statement_cents",
    "net_cents", "present_credit_cents", "present_net_cents", "covered_min", "covered_median", "covered_max",
]
*/
WITH flow AS (
    SELECT
        f.scenario,
        whole_e10(sum(f.kwh_e10) FILTER (f.year = 0)) AS kwh,
        whole_e17(sum(f.credit_e17) FILTER (f.year = 0)) AS first_year_cents,
        whole_e17(sum(f.credit_e17)) AS credit_cents,
        sum(f.credit_e17) AS credit_e17,
        sum(f.reservations) FILTER (f.number = 0) AS reservations,
        sum(f.statement_cents) AS statement_cents,
        whole_e17((sum(f.share_e6) + sum(f.setup_e6)) * 100000000000 - sum(f.credit_e17)) AS net_cents,
        whole_e23(sum(f.credit_e17 * m.discount_ppm)) AS present_credit_cents,
        whole_e23(
            sum(((f.share_e6 + f.setup_e6) * 100000000000 - f.credit_e17) * m.discount_ppm)
        ) AS present_net_cents
    FROM marts.credit_flow AS f
    INNER JOIN staging.credit_months AS m ON m.number = f.number
    GROUP BY f.scenario
),

bound AS (
    SELECT
        sum(g.contracted * g.annual_kwh) AS contracted_kwh,
        sum(g.reservations * g.annual_kwh) AS annual_kwh
    FROM staging.credit_groups AS g
),

counted AS (
    SELECT
        c.scenario,
        c.tenth_years,
        sum(c.reservations) OVER (PARTITION BY c.scenario ORDER BY c.tenth_years NULLS LAST) AS so_far,
        sum(c.reservations) OVER (PARTITION BY c.scenario) AS in_all
    FROM marts.credit_covered AS c
),

covered AS (
    SELECT
        c.scenario,
        min(c.tenth_years) AS earliest,
        min(c.tenth_years) FILTER (2 * c.so_far >= c.in_all) AS median,
        CASE WHEN count(*) = count(c.tenth_years) THEN max(c.tenth_years) END AS latest
    FROM counted AS c
    GROUP BY c.scenario
)

SELECT
    s.position AS place,
    s.scenario,
    s.rate_tenth_ct * 100 AS rate_milli_ct,
    greatest(s.rate_tenth_ct, minimum_tenth_ct()) * 100 AS paid_milli_ct,
    coalesce(f.kwh, 0) AS kwh,
    coalesce(f.first_year_cents, 0) AS first_year_cents,
    coalesce(f.credit_cents, 0) AS credit_cents,
    -- Credits are proportional to kWh, so this is exactly what those with a contract get.
    coalesce(whole_e17(f.credit_e17 * b.contracted_kwh // b.annual_kwh), 0) AS contracted_credit_cents,
    divided(f.credit_e17, f.reservations * 100000000000000000::HUGEINT)::BIGINT AS mean_cents,
    coalesce(f.statement_cents, 0)::BIGINT AS statement_cents,
    coalesce(f.net_cents, 0) AS net_cents,
    coalesce(f.present_credit_cents, 0) AS present_credit_cents,
    coalesce(f.present_net_cents, 0) AS present_net_cents,
    c.earliest AS covered_min,
    c.median AS covered_median,
    c.latest AS covered_max
FROM marts.credit_scenarios AS s
CROSS JOIN bound AS b
LEFT JOIN flow AS f ON f.scenario = s.scenario
LEFT JOIN covered AS c ON c.scenario = s.scenario
