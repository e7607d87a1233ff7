/*
title = "kWh und Kaufpreise nach sechs Modellen"
grain = "eine Zeile je Herkunft"
reach = "files"
key = ["*origin"]
order = "kwh_most_ppm DESC, channel, utm_source, utm_medium, utm_campaign, referrer_host"
columns = [
    "*origin",
    "kwh_last_ppm=kwh_by_model.last_ppm", "kwh_last_non_direct_ppm=kwh_by_model.last_non_direct_ppm",
    "kwh_first_ppm=kwh_by_model.first_ppm", "kwh_linear_ppm=kwh_by_model.linear_ppm",
    "kwh_position_ppm=kwh_by_model.position_ppm", "kwh_time_decay_ppm=kwh_by_model.time_decay_ppm",
    "kwh_fewest_ppm=kwh_by_model.fewest_ppm", "kwh_most_ppm=kwh_by_model.most_ppm",
    "price_last_ppm=prices_by_model.last_ppm", "price_last_non_direct_ppm=prices_by_model.last_non_direct_ppm",
    "price_first_ppm=prices_by_model.first_ppm", "price_linear_ppm=prices_by_model.linear_ppm",
    "price_position_ppm=prices_by_model.position_ppm", "price_time_decay_ppm=prices_by_model.time_decay_ppm",
    "price_fewest_ppm=prices_by_model.fewest_ppm", "price_most_ppm=prices_by_model.most_ppm",
]
ripens.count = [
    "kwh_last_ppm", "kwh_last_non_direct_ppm", "kwh_first_ppm", "kwh_linear_ppm",
    "kwh_position_ppm", "kwh_time_decay_ppm", "kwh_fewest_ppm", "kwh_most_ppm",
    "price_last_ppm", "price_last_non_direct_ppm", "price_first_ppm", "price_linear_ppm",
    "price_position_ppm", "price_time_decay_ppm", "price_fewest_ppm", "price_most_ppm",
]
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
    GROUP BY c.channel, c.utm_source, c.utm_medium, c.utm_campaign, c.referrer_host
)

SELECT
    c.*,
    least(
        c.kwh_last_ppm,
        c.kwh_last_non_direct_ppm,
        c.kwh_first_ppm,
        c.kwh_linear_ppm,
        c.kwh_position_ppm,
        c.kwh_time_decay_ppm
    ) AS kwh_fewest_ppm,
    greatest(
        c.kwh_last_ppm,
        c.kwh_last_non_direct_ppm,
        c.kwh_first_ppm,
        c.kwh_linear_ppm,
        c.kwh_position_ppm,
        c.kwh_time_decay_ppm
    ) AS kwh_most_ppm,
    least(
        c.price_last_ppm,
        c.price_last_non_direct_ppm,
        c.price_first_ppm,
        c.price_linear_ppm,
        c.price_position_ppm,
        c.price_time_decay_ppm
    ) AS price_fewest_ppm,
    greatest(
        c.price_last_ppm,
        c.price_last_non_direct_ppm,
        c.price_first_ppm,
        c.price_linear_ppm,
        c.price_position_ppm,
        c.price_time_decay_ppm
    ) AS price_most_ppm
FROM credited AS c
