/*
title = "Grundlage"
grain = "eine Zeile"
key = []
order = "1"
columns = [
    "reservations=reservations_with_spot", "annual_kwh=kwh_with_spot", "price_cents", "plan_cents", "setup_cents",
    "contracted=contracted_with_spot", "contracted_kwh", "contracted_plan_cents", "first_month", "last_month",
    "ageing_ppm",
]
*/
SELECT
    (SELECT coalesce(sum(g.reservations), 0) FROM staging.credit_groups AS g)::BIGINT AS reservations,
    (SELECT coalesce(sum(g.reservations * g.annual_kwh), 0) FROM staging.credit_groups AS g)::BIGINT AS annual_kwh,
    (SELECT coalesce(sum(g.reservations * g.share_cents), 0) FROM staging.credit_groups AS g)::BIGINT AS price_cents,
    (SELECT coalesce(sum(g.reservations * g.plan_total_cents), 0) FROM staging.credit_groups AS g)::BIGINT AS plan_cents,
    (SELECT coalesce(sum(g.reservations * g.setup_fee_cents), 0) FROM staging.credit_groups AS g)::BIGINT AS setup_cents,
    (SELECT coalesce(sum(g.contracted), 0) FROM staging.credit_groups AS g)::BIGINT AS contracted,
    (SELECT coalesce(sum(g.contracted * g.annual_kwh), 0) FROM staging.credit_groups AS g)::BIGINT AS contracted_kwh,
    (SELECT coalesce(sum(g.contracted * g.plan_total_cents), 0) FROM staging.credit_groups AS g)::BIGINT AS contracted_plan_cents,
    (SELECT min(m.month) FROM staging.credit_months AS m) AS first_month,
    (SELECT max(m.month) FROM staging.credit_months AS m) AS last_month,
    getvariable('degradation_bp') * 100 AS ageing_ppm
