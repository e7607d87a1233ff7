/*
title = "Wie sicher ist das?"
grain = "eine Zeile je Herkunft"
reach = "screen"
key = ["*origin"]
order = "most_ppm DESC, channel, utm_source, utm_medium, utm_campaign, referrer_host"
columns = [
    "*origin", "name", "*models=ripe_contracts_by_model", "first_for", "last_for", "among_for", "days_to_contract",
    "measured",
]
ripens.ratio = ["*models", "first_for", "last_for", "among_for", "days_to_contract"]
*/
SELECT
    o.channel,
    o.utm_source,
    o.utm_medium,
    o.utm_campaign,
    o.referrer_host,
    c.name,
    o.last_ppm,
    o.last_non_direct_ppm,
    o.first_ppm,
    o.linear_ppm,
    o.position_ppm,
    o.time_decay_ppm,
    o.fewest_ppm,
    o.most_ppm,
    coalesce(p.first_for, 0) AS first_for,
    coalesce(p.last_for, 0) AS last_for,
    coalesce(p.among_for, 0) AS among_for,
    q.days_to_contract,
    measured_name(o.channel, o.utm_source, o.referrer_host) AS measured
FROM marts.origin_contracts AS o
INNER JOIN marts.contract_costs AS c USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
LEFT JOIN marts.origin_presence AS p USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
LEFT JOIN marts.origin_quality AS q USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
WHERE o.most_ppm > 0 OR o.cost_cents > 0
