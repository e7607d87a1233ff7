SELECT
    c.channel,
    c.utm_source,
    c.utm_medium,
    c.utm_campaign,
    c.referrer_host,
    c.origins,
    c.remembered,
    c.last_ppm,
    c.last_non_direct_ppm,
    c.first_ppm,
    c.linear_ppm,
    c.position_ppm,
    c.time_decay_ppm,
    c.fewest_ppm,
    c.most_ppm
FROM marts.measured_credit AS c
WHERE c.measure = 'contracts'
