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
