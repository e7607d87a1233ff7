/*
title = "Gegen den Vergleichszeitraum"
grain = "eine Zeile je Herkunft; keine, solange einer der beiden Zeiträume nicht ganz reif ist"
key = ["*origin"]
order = "cost_cents DESC NULLS LAST, cost_cents_before DESC NULLS LAST, contracts_ppm DESC, channel, utm_source, utm_medium, utm_campaign, referrer_host"
is_compared = true
needs_comparison = true
columns = ["*origin", "name", "campaign_id", "cost_cents=ripe_cost_cents", "contracts_ppm", "cost_per_contract"]
ripens.count = ["cost_cents", "contracts_ppm", "cost_per_contract"]
*/
-- `age_days` is the age of the younger of both periods, and null without a comparison: there are rows only where all
-- days of both are old enough, so that never a whole period stands beside the ripe part of another.
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
    c.cost_per_contract
FROM marts.contract_costs AS c
CROSS JOIN marts.time_to_contract AS t
WHERE
    getvariable('age_days') >= t.ripe_days
    AND (c.most_ppm > 0 OR c.cost_cents IS NOT NULL)
