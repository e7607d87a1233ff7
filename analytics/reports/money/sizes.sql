/*
title = "kWh und Kaufpreise nach sechs Modellen"
grain = "eine Zeile je Herkunft"
reach = "files"
key = ["*origin"]
order = "kwh_most_ppm DESC, channel, utm_source, utm_medium, utm_campaign, referrer_host"
columns = ["*origin", "kwh_*models=kwh_by_model", "price_*models=prices_by_model"]
ripens.count = ["kwh_*models", "price_*models"]
*/
-- Of the reservations that became contracts; both measures are divided like the reservation itself.
WITH credited AS (
    SELECT
        c.channel,
        c.utm_source,
        c.utm_medium,
        c.utm_campaign,
        c.referrer_host,
        sum(COLUMNS('(\w+)_ppm$')) FILTER (WHERE c.measure = 'kwh')::BIGINT AS "kwh_\1_ppm",
        sum(COLUMNS('(\w+)_ppm$')) FILTER (WHERE c.measure = 'cents')::BIGINT AS "price_\1_ppm"
    FROM marts.credit_cells AS c
    WHERE c.is_chosen AND c.measure IN ('kwh', 'cents')
    GROUP BY ALL
)

SELECT
    c.*,
    least(*COLUMNS('^kwh_')) AS kwh_fewest_ppm,
    greatest(*COLUMNS('^kwh_')) AS kwh_most_ppm,
    least(*COLUMNS('^price_')) AS price_fewest_ppm,
    greatest(*COLUMNS('^price_')) AS price_most_ppm
FROM credited AS c
