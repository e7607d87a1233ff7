/*
title = "Geld nach sechs Modellen"
grain = "eine Zeile je Herkunft"
reach = "files"
key = ["*origin"]
order = "most_ppm DESC, channel, utm_source, utm_medium, utm_campaign, referrer_host"
columns = ["*origin", "*models=prices_by_model"]
ripens.count = ["*models"]
*/
SELECT
    m.channel,
    m.utm_source,
    m.utm_medium,
    m.utm_campaign,
    m.referrer_host,
    m.last_ppm,
    m.last_non_direct_ppm,
    m.first_ppm,
    m.linear_ppm,
    m.position_ppm,
    m.time_decay_ppm,
    m.fewest_ppm,
    m.most_ppm
FROM marts.origin_measures AS m
WHERE m.measure = 'cents'
