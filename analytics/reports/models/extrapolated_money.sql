SELECT
    c.channel,
    c.utm_source,
    c.utm_medium,
    c.utm_campaign,
    c.referrer_host,
    c.origins,
    c.seen_ppm,
    c.chosen_ppm,
    c.lower_ppm,
    c.upper_ppm,
    c.last_ppm,
    c.last_non_direct_ppm,
    c.first_ppm,
    c.linear_ppm,
    c.position_ppm,
    c.time_decay_ppm,
    c.fewest_ppm,
    c.most_ppm
FROM marts.extrapolated_ranges AS c
WHERE c.measure = 'cents'
