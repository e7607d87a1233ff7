/*
grain = "one row per origin with reservations or costs in the period"
key = ["*origin"]
columns = [
    "channel", "campaign_id", "utm_source", "utm_medium", "utm_campaign", "referrer_host", "name", "visits=sessions",
    "cost_cents=ripe_cost_cents", "unripe_cost_cents", "last_cost_day", "*rules", "contracts_ppm",
    "fewest_ppm=fewest_ripe_contracts_ppm", "most_ppm=most_ripe_contracts_ppm", "kwh_ppm", "target_cents", "lower_ppm",
    "upper_ppm", "least_cents", "most_cents",
]
*/
-- What contracts of an origin cost, as an interval over what is old enough alone. It joins the six models and chance: from
-- the cost divided by the upper 80 % limit of the model that credits most, to the cost divided by the lower limit of the
-- one that credits fewest (`analytics/chance/limits.py`).
WITH target AS (
    SELECT coalesce(getvariable('target_cents'), (SELECT arg_max(c.cents, c.id) FROM source.contract_targets AS c)) AS cents
),

visited AS (
    SELECT
        d.channel,
        d.utm_source,
        d.utm_medium,
        d.utm_campaign,
        d.referrer_host,
        sum(d.sessions)::BIGINT AS visits
    FROM marts.origin_days AS d
    GROUP BY ALL
),

spent AS (
    SELECT
        'campaign' AS channel,
        s.utm_source,
        s.utm_medium,
        s.utm_campaign,
        '' AS referrer_host,
        sum(s.cents) FILTER (NOT is_ripe(s.day, t.ripe_days))::BIGINT AS unripe_cents,
        max(s.day) AS last_day
    FROM staging.spend AS s
    CROSS JOIN marts.time_to_contract AS t
    GROUP BY ALL
),

origins AS (
    SELECT
        channel,
        d.campaign_id,
        utm_source,
        utm_medium,
        utm_campaign,
        referrer_host,
        k.name,
        coalesce(v.visits, 0) AS visits,
        o.cost_cents,
        CASE WHEN costs_are_known() THEN s.unripe_cents END AS unripe_cost_cents,
        CASE WHEN costs_are_known() THEN s.last_day END AS last_cost_day,
        coalesce(o.last_ppm, 0) AS last_ppm,
        coalesce(o.last_non_direct_ppm, 0) AS last_non_direct_ppm,
        coalesce(o.first_ppm, 0) AS first_ppm,
        coalesce(o.linear_ppm, 0) AS linear_ppm,
        coalesce(o.position_ppm, 0) AS position_ppm,
        coalesce(o.time_decay_ppm, 0) AS time_decay_ppm,
        coalesce(o.contracts_ppm, 0) AS contracts_ppm,
        coalesce(o.fewest_ppm, 0) AS fewest_ppm,
        coalesce(o.most_ppm, 0) AS most_ppm,
        coalesce(o.kwh_ppm, 0) AS kwh_ppm,
        t.cents AS target_cents
    FROM marts.model_disagreement AS d
    LEFT JOIN marts.origin_contracts AS o USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
    LEFT JOIN visited AS v USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
    LEFT JOIN spent AS s USING (channel, utm_source, utm_medium, utm_campaign, referrer_host)
    LEFT JOIN source.campaigns AS k ON k.id = d.campaign_id
    CROSS JOIN target AS t
),

limited AS (
    SELECT
        o.*,
        between_points(
            o.fewest_ppm, fewest.from_ppm, fewest.to_ppm, fewest.lower_from_ppm, fewest.lower_to_ppm
        )::BIGINT AS lower_ppm,
        between_points(
            o.most_ppm, most.from_ppm, most.to_ppm, most.upper_from_ppm, most.upper_to_ppm
        )::BIGINT AS upper_ppm
    FROM origins AS o
    INNER JOIN source.poisson_limits AS fewest ON o.fewest_ppm >= fewest.from_ppm AND o.fewest_ppm < fewest.to_ppm
    INNER JOIN source.poisson_limits AS most ON o.most_ppm >= most.from_ppm AND o.most_ppm < most.to_ppm
)

SELECT
    l.*,
    divided(l.cost_cents * 1000000::HUGEINT, l.upper_ppm)::BIGINT AS least_cents,
    divided(l.cost_cents * 1000000::HUGEINT, l.lower_ppm)::BIGINT AS most_cents
FROM limited AS l
