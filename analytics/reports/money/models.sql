/*
title = "Reservierungen nach sechs Modellen"
grain = "eine Zeile je Herkunft"
reach = "files"
key = ["*origin"]
order = "most_ppm DESC, channel, utm_source, utm_medium, utm_campaign, referrer_host"
columns = [
    "*origin", "last_ppm=reservations_by_model.last_ppm",
    "last_non_direct_ppm=reservations_by_model.last_non_direct_ppm", "first_ppm=reservations_by_model.first_ppm",
    "linear_ppm=reservations_by_model.linear_ppm", "position_ppm=reservations_by_model.position_ppm",
    "time_decay_ppm=reservations_by_model.time_decay_ppm", "fewest_ppm=reservations_by_model.fewest_ppm", "fewest_by",
    "most_ppm=reservations_by_model.most_ppm", "most_by", "would_gain_ppm", "would_lose_ppm", "cost_cents",
    "cost_per_reservation=cost_per_credited_reservation", "ripe_cost_cents", "ripe_contracts_ppm=contracts_ppm",
    "fewest_ripe_contracts_ppm", "most_ripe_contracts_ppm", "cost_per_contract", "least_cost_per_contract",
    "most_cost_per_contract",
]
ripens.ratio = [
    "ripe_cost_cents", "ripe_contracts_ppm", "fewest_ripe_contracts_ppm", "most_ripe_contracts_ppm",
    "cost_per_contract", "least_cost_per_contract", "most_cost_per_contract",
]
nullable = ["ripe_contracts_ppm", "fewest_ripe_contracts_ppm", "most_ripe_contracts_ppm"]
*/
SELECT
    d.channel,
    d.utm_source,
    d.utm_medium,
    d.utm_campaign,
    d.referrer_host,
    d.last_ppm,
    d.last_non_direct_ppm,
    d.first_ppm,
    d.linear_ppm,
    d.position_ppm,
    d.time_decay_ppm,
    d.fewest_ppm,
    d.fewest_by,
    d.most_ppm,
    d.most_by,
    d.would_gain_ppm,
    d.would_lose_ppm,
    d.cost_cents,
    divided(d.cost_cents * 1000000::HUGEINT, d.chosen_ppm)::BIGINT AS cost_per_reservation,
    c.cost_cents AS ripe_cost_cents,
    c.contracts_ppm AS ripe_contracts_ppm,
    c.fewest_ppm AS fewest_ripe_contracts_ppm,
    c.most_ppm AS most_ripe_contracts_ppm,
    divided(c.cost_cents * 1000000::HUGEINT, c.contracts_ppm)::BIGINT AS cost_per_contract,
    divided(c.cost_cents * 1000000::HUGEINT, c.most_ppm)::BIGINT AS least_cost_per_contract,
    divided(c.cost_cents * 1000000::HUGEINT, c.fewest_ppm)::BIGINT AS most_cost_per_contract
FROM marts.model_disagreement AS d
LEFT JOIN marts.origin_contracts AS c
    ON
        c.channel = d.channel
        AND c.utm_source = d.utm_source
        AND c.utm_medium = d.utm_medium
        AND c.utm_campaign = d.utm_campaign
        AND c.referrer_host = d.referrer_host
WHERE d.most_ppm > 0 OR d.cost_cents > 0
