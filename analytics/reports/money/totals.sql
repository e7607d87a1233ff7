/*
title = "Zusammen"
grain = "eine Zeile"
reach = "screen"
key = []
order = "cost_cents"
columns = [
    "cost_cents=ripe_cost_cents", "worth_cents", "not_worth_cents", "open_cents", "target_cents",
    "reservations=ripe_reservations", "contracts_ppm", "free_contracts_ppm", "blended_cents", "paid_cents",
    "asked=asked_how_heard", "answered", "kwh_ppm", "remembered=ripe_remembered",
    "youngest_days", "ripe_days", "unripe_reservations", "unripe_contracts", "unripe_cost_cents", "unripe_from",
    "ripe_on", "later_reservations", "later_contracts", "later_cost_cents",
]
*/
SELECT
    t.cost_cents,
    t.worth_cents,
    t.not_worth_cents,
    t.open_cents,
    t.target_cents,
    t.reservations,
    t.contracts_ppm,
    t.free_contracts_ppm,
    divided(t.cost_cents * 1000000::HUGEINT, t.contracts_ppm)::BIGINT AS blended_cents,
    divided(t.cost_cents * 1000000::HUGEINT, t.contracts_ppm - t.free_contracts_ppm)::BIGINT AS paid_cents,
    h.asked,
    h.answered,
    t.kwh_ppm,
    t.remembered,
    t.youngest_days,
    t.ripe_days,
    t.unripe_reservations,
    t.unripe_contracts,
    t.unripe_cost_cents,
    t.unripe_from,
    t.ripe_on,
    t.later_reservations,
    t.later_contracts,
    t.later_cost_cents
FROM marts.contract_totals AS t
CROSS JOIN (
    SELECT
        count(*) AS asked,
        count(*) FILTER (r.is_answered) AS answered
    FROM marts.told_reservations AS r
) AS h
