/*
title = "Kampagne für Kampagne"
grain = "eine Zeile je Herkunft"
key = ["*origin"]
order = "list_position(['worth', 'open', 'no_target', 'not_worth', 'young', 'no_costs'], verdict), cost_cents DESC NULLS LAST, most_ppm DESC, channel, utm_source, utm_medium, utm_campaign, referrer_host"
columns = [
    "*origin", "name", "campaign_id", "cost_cents=ripe_cost_cents", "contracts_ppm",
    "fewest_ppm=fewest_ripe_contracts_ppm", "most_ppm=most_ripe_contracts_ppm", "kwh_ppm", "cost_per_contract",
    "least_cents", "most_cents", "verdict", "models_within", "ripe=ripe_reservations",
    "contracted_share=ripe_contracted_share", "cancelled_share=ripe_cancelled_share", "more_contracts", "more_days",
    "more_cents", "visits=sessions", "unripe_cost_cents", "last_cost_day",
]
ripens.ratio = [
    "cost_cents", "contracts_ppm", "fewest_ppm", "most_ppm", "kwh_ppm", "cost_per_contract", "least_cents",
    "most_cents", "models_within", "ripe", "contracted_share", "cancelled_share", "more_contracts", "more_days",
    "more_cents",
]
*/
SELECT
    c.channel,
    c.utm_source,
    c.utm_medium,
    c.utm_campaign,
    c.referrer_host,
    c.name,
    c.campaign_id,
    c.cost_cents,
    c.contracts_ppm,
    c.fewest_ppm,
    c.most_ppm,
    c.kwh_ppm,
    c.cost_per_contract,
    c.least_cents,
    c.most_cents,
    c.verdict,
    c.models_within,
    coalesce(q.ripe, 0) AS ripe,
    -- Ten make a share that one more or less does not turn around.
    CASE WHEN q.ripe >= 10 THEN share_of(q.ripe_contracted, q.ripe) END AS contracted_share,
    CASE WHEN q.ripe >= 10 THEN share_of(q.ripe_cancelled, q.ripe) END AS cancelled_share,
    c.more_contracts,
    c.more_days,
    c.more_cents,
    c.visits,
    c.unripe_cost_cents,
    c.last_cost_day
FROM marts.contract_costs AS c
LEFT JOIN marts.origin_quality AS q USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
WHERE c.most_ppm > 0 OR c.cost_cents IS NOT NULL OR c.unripe_cost_cents IS NOT NULL
