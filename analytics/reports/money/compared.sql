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
