/*
grain = "one row per origin with reservations or costs in the period"
key = ["*origin"]
columns = [
    "channel", "campaign_id", "utm_source", "utm_medium", "utm_campaign", "referrer_host",
    "last_ppm=reservations_by_model.last_ppm", "last_non_direct_ppm=reservations_by_model.last_non_direct_ppm",
    "first_ppm=reservations_by_model.first_ppm", "linear_ppm=reservations_by_model.linear_ppm",
    "position_ppm=reservations_by_model.position_ppm", "time_decay_ppm=reservations_by_model.time_decay_ppm",
    "chosen_ppm", "fewest_ppm=reservations_by_model.fewest_ppm", "most_ppm=reservations_by_model.most_ppm",
    "spread_ppm", "fewest_by", "most_by", "would_gain_ppm", "would_lose_ppm", "cost_cents",
]
table = true
*/
-- How far the six models disagree about an origin, and what it would gain or lose against the one that is asked for; that
-- is, where nobody asks, the one that the reservation itself keeps (last touch of known origin). A large spread says: do
-- not judge this one by one model. Campaigns that cost money and brought nothing are in it, too.
WITH credited AS (
    SELECT
        c.channel,
        c.campaign_id,
        c.utm_source,
        c.utm_medium,
        c.utm_campaign,
        c.referrer_host,
        sum(COLUMNS('^(.*)_ppm$'))::BIGINT AS "\1"
    FROM marts.credit_cells AS c
    WHERE c.is_chosen AND c.measure = 'reservations'
    GROUP BY ALL
),

spent AS (
    SELECT
        'campaign' AS channel,
        s.campaign_id,
        s.utm_source,
        s.utm_medium,
        s.utm_campaign,
        '' AS referrer_host,
        sum(s.cents)::BIGINT AS cost_cents
    FROM staging.spend AS s
    GROUP BY ALL
),

origins AS (
    SELECT
        channel,
        coalesce(c.campaign_id, s.campaign_id) AS campaign_id,
        utm_source,
        utm_medium,
        utm_campaign,
        referrer_host,
        coalesce(c.last, 0) AS last,
        coalesce(c.last_non_direct, 0) AS last_non_direct,
        coalesce(c.first, 0) AS first,
        coalesce(c.linear, 0) AS linear,
        coalesce(c.position, 0) AS position,
        coalesce(c.time_decay, 0) AS time_decay,
        s.cost_cents
    FROM credited AS c
    FULL JOIN spent AS s USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
),

ranged AS (
    SELECT
        o.*,
        of_model(o.last, o.last_non_direct, o.first, o.linear, o.position, o.time_decay) AS chosen_ppm,
        least(o.last, o.last_non_direct, o.first, o.linear, o.position, o.time_decay) AS fewest_ppm,
        greatest(o.last, o.last_non_direct, o.first, o.linear, o.position, o.time_decay) AS most_ppm
    FROM origins AS o
)

SELECT
    r.channel,
    r.campaign_id,
    r.utm_source,
    r.utm_medium,
    r.utm_campaign,
    r.referrer_host,
    r.last AS last_ppm,
    r.last_non_direct AS last_non_direct_ppm,
    r.first AS first_ppm,
    r.linear AS linear_ppm,
    r.position AS position_ppm,
    r.time_decay AS time_decay_ppm,
    r.chosen_ppm,
    r.fewest_ppm,
    r.most_ppm,
    r.most_ppm - r.fewest_ppm AS spread_ppm,
    -- Among equal ones the first in the order in which the models are shown.
    CASE r.fewest_ppm
        WHEN r.last THEN 'last'
        WHEN r.last_non_direct THEN 'last_non_direct'
        WHEN r.first THEN 'first'
        WHEN r.linear THEN 'linear'
        WHEN r.position THEN 'position'
        ELSE 'time_decay'
    END AS fewest_by,
    CASE r.most_ppm
        WHEN r.last THEN 'last'
        WHEN r.last_non_direct THEN 'last_non_direct'
        WHEN r.first THEN 'first'
        WHEN r.linear THEN 'linear'
        WHEN r.position THEN 'position'
        ELSE 'time_decay'
    END AS most_by,
    r.most_ppm - r.chosen_ppm AS would_gain_ppm,
    r.chosen_ppm - r.fewest_ppm AS would_lose_ppm,
    CASE WHEN costs_are_known() THEN r.cost_cents END AS cost_cents
FROM ranged AS r
