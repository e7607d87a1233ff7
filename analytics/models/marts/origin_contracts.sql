-- What contracts cost by origin, over what is old enough alone: contracts of ripe reservations, as the models credit them,
-- and costs of the same days. The model asked for stands beside the one that credits fewest and the one that credits
-- most. Nothing is known before the first reservations of the period are ripe.
WITH credited AS (
    SELECT
        a.channel,
        a.utm_source,
        a.utm_medium,
        a.utm_campaign,
        a.referrer_host,
        sum(COLUMNS('^(.*)_ppm$'))::BIGINT AS "\1"
    FROM marts.attribution AS a
    INNER JOIN staging.reservations AS r USING (reservation_id)
    CROSS JOIN marts.time_to_contract AS t
    WHERE a.is_chosen AND NOT r.is_merged AND r.is_contracted AND is_ripe(r.day, t.ripe_days)
    GROUP BY ALL
),

ranged AS (
    SELECT
        c.*,
        CASE getvariable('model')
            WHEN 'last' THEN c.last
            WHEN 'last_non_direct' THEN c.last_non_direct
            WHEN 'first' THEN c.first
            WHEN 'linear' THEN c.linear
            WHEN 'position' THEN c.position
            ELSE c.time_decay
        END AS chosen,
        least(c.last, c.last_non_direct, c.first, c.linear, c.position, c.time_decay) AS fewest,
        greatest(c.last, c.last_non_direct, c.first, c.linear, c.position, c.time_decay) AS most
    FROM credited AS c
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
    coalesce(r.chosen, 0) AS contracts_ppm,
    coalesce(r.fewest, 0) AS fewest_ppm,
    coalesce(r.most, 0) AS most_ppm,
    CASE WHEN costs_are_known() THEN s.cents END AS cost_cents
FROM origins
LEFT JOIN ranged AS r USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
LEFT JOIN spent AS s USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
CROSS JOIN marts.time_to_contract AS t
WHERE is_ripe(getvariable('from_day'), t.ripe_days)
