-- For how many reservations of each last touch we know earlier visits, too, and whose paths stand for the others: those of
-- the same origin where there are enough, else those of its channel, else all that were asked; of contracts, kWh and money
-- those that became contracts. Who comes directly, or by a link on another site, is not asked: these are counted as they
-- were seen. `ATTRIBUTION.md` has the rule.
WITH own AS (
    SELECT
        c.measure,
        c.origin_id,
        c.channel,
        c.utm_source,
        c.utm_medium,
        c.utm_campaign,
        c.referrer_host,
        c.is_chosen,
        is_asked_of(c.channel) AS is_asked,
        sum(c.reservations)::BIGINT AS reservations,
        coalesce(sum(c.reservations) FILTER (c.is_remembered), 0)::BIGINT AS remembered,
        coalesce(sum(c.amount) FILTER (c.is_remembered), 0)::BIGINT AS remembered_amount,
        coalesce(sum(c.amount_squares) FILTER (c.is_remembered), 0) AS remembered_squares,
        coalesce(sum(c.amount) FILTER (NOT c.is_remembered), 0)::BIGINT AS other_amount,
        coalesce(sum(c.amount_squares) FILTER (NOT c.is_remembered), 0) AS other_squares
    FROM marts.credit_cells AS c
    WHERE c.origin_id = c.last_origin_id AND c.is_chosen = c.is_last_chosen
    GROUP BY ALL
),

sized AS (
    SELECT
        o.*,
        o.reservations - o.remembered AS others,
        sum(o.remembered) OVER of_origin AS of_origin,
        sum(o.remembered) OVER of_channel AS of_channel,
        sum(o.remembered) FILTER (o.is_asked) OVER of_all AS of_all,
        sum(o.remembered_amount) OVER of_origin AS origin_amount,
        sum(o.remembered_amount) OVER of_channel AS channel_amount,
        sum(o.remembered_amount) FILTER (o.is_asked) OVER of_all AS all_amount
    FROM own AS o
    WINDOW
        of_origin AS (PARTITION BY o.measure, o.origin_id),
        of_channel AS (PARTITION BY o.measure, o.channel),
        of_all AS (PARTITION BY o.measure)
)

SELECT
    s.measure,
    s.origin_id,
    s.channel,
    s.utm_source,
    s.utm_medium,
    s.utm_campaign,
    s.referrer_host,
    s.is_chosen,
    s.reservations,
    s.remembered,
    s.remembered_squares,
    CASE WHEN s.is_asked THEN s.others ELSE 0 END AS unknown,
    CASE WHEN s.is_asked THEN s.other_amount ELSE 0 END AS unknown_amount,
    CASE WHEN s.is_asked THEN s.other_squares ELSE 0 END AS unknown_squares,
    CASE WHEN s.is_asked THEN 0 ELSE s.other_amount END AS as_seen,
    CASE
        WHEN NOT s.is_asked THEN NULL
        WHEN NOT are_too_few(s.of_origin)
            THEN ['origin', s.channel, s.utm_source, s.utm_medium, s.utm_campaign, s.referrer_host]
        WHEN NOT are_too_few(s.of_channel) THEN ['channel', s.channel]
        WHEN NOT are_too_few(s.of_all) THEN ['all']
    END AS pool,
    CASE pool[1]
        WHEN 'origin' THEN s.origin_amount
        WHEN 'channel' THEN s.channel_amount
        WHEN 'all' THEN s.all_amount
    END::BIGINT AS pool_amount
FROM sized AS s
