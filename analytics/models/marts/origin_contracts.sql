/*
grain = "one row per origin of model_disagreement, once the period has begun to be ripe; none before"
key = ["*origin"]
columns = [
    "*origin", "*rules", "contracts_ppm", "fewest_ppm=fewest_ripe_contracts_ppm", "most_ppm=most_ripe_contracts_ppm",
    "kwh_ppm", "cost_cents=ripe_cost_cents",
]
*/
-- What contracts cost by origin, over what is old enough alone: contracts of ripe reservations, as the models credit them,
-- and costs of the same days. The model asked for stands beside the one that credits fewest and the one that credits
-- most. Nothing is known before the first reservations of the period are ripe.
WITH credited AS (
    SELECT
        c.channel,
        c.utm_source,
        c.utm_medium,
        c.utm_campaign,
        c.referrer_host,
        sum(of_model(
            c.last_ppm, c.last_non_direct_ppm, c.first_ppm, c.linear_ppm, c.position_ppm, c.time_decay_ppm
        )) FILTER (c.measure = 'kwh')::BIGINT AS kwh,
        sum(COLUMNS('^(.*)_ppm$')) FILTER (c.measure = 'contracts')::BIGINT AS "\1"
    FROM marts.credit_cells AS c
    WHERE c.is_chosen AND c.is_ripe
    GROUP BY ALL
),

spent AS (
    SELECT
        'campaign' AS channel,
        s.utm_source,
        s.utm_medium,
        s.utm_campaign,
        '' AS referrer_host,
        sum(s.cents)::BIGINT AS cents
    FROM staging.spend AS s
    CROSS JOIN marts.time_to_contract AS t
    WHERE is_ripe(s.day, t.ripe_days)
    GROUP BY ALL
),

origins AS (
    SELECT DISTINCT
        d.channel,
        d.utm_source,
        d.utm_medium,
        d.utm_campaign,
        d.referrer_host
    FROM marts.model_disagreement AS d
)

SELECT
    channel,
    utm_source,
    utm_medium,
    utm_campaign,
    referrer_host,
    coalesce(c.last, 0) AS last_ppm,
    coalesce(c.last_non_direct, 0) AS last_non_direct_ppm,
    coalesce(c.first, 0) AS first_ppm,
    coalesce(c.linear, 0) AS linear_ppm,
    coalesce(c.position, 0) AS position_ppm,
    coalesce(c.time_decay, 0) AS time_decay_ppm,
    of_model(last_ppm, last_non_direct_ppm, first_ppm, linear_ppm, position_ppm, time_decay_ppm) AS contracts_ppm,
    least(last_ppm, last_non_direct_ppm, first_ppm, linear_ppm, position_ppm, time_decay_ppm) AS fewest_ppm,
    greatest(last_ppm, last_non_direct_ppm, first_ppm, linear_ppm, position_ppm, time_decay_ppm) AS most_ppm,
    coalesce(c.kwh, 0) AS kwh_ppm,
    CASE WHEN costs_are_known() THEN s.cents END AS cost_cents
FROM origins
LEFT JOIN credited AS c USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
LEFT JOIN spent AS s USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
CROSS JOIN marts.time_to_contract AS t
WHERE is_ripe(getvariable('from_day'), t.ripe_days)
