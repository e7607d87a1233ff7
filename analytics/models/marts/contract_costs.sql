/*
grain = "one row per origin with reservations or costs in the period"
key = ["*origin"]
columns = [
    "channel", "campaign_id", "utm_source", "utm_medium", "utm_campaign", "referrer_host", "name", "visits=sessions",
    "cost_cents=ripe_cost_cents", "unripe_cost_cents", "last_cost_day", "contracts_ppm",
    "fewest_ppm=fewest_ripe_contracts_ppm", "most_ppm=most_ripe_contracts_ppm", "kwh_ppm", "cost_per_contract",
    "least_cents", "most_cents", "target_cents", "verdict", "models_within", "more_contracts", "more_days",
    "more_cents",
]
table = true
*/
-- Whether an origin's contracts are worth their money: they are where the whole interval of their costs is at most the
-- target, and are not where the whole interval is above. Else it says how much longer that takes to be known.
WITH
-- How many times as much money and time the same course needs until the interval leaves the target out: until the limit
-- is as near to the count as the target is to what a contract costs by the model that decides. Null where that is never.
grown AS (
    SELECT
        p.*,
        CASE
            WHEN p.cost_cents * 1000000::HUGEINT < p.target_cents * p.fewest_ppm::HUGEINT THEN (
                SELECT min(s.from_ppm) FROM source.poisson_limits AS s
                WHERE
                    s.from_ppm >= p.fewest_ppm
                    AND s.lower_from_ppm * p.fewest_ppm::HUGEINT * p.target_cents
                    >= s.from_ppm * 1000000::HUGEINT * p.cost_cents
            ) * 1000000::HUGEINT // p.fewest_ppm
            WHEN p.cost_cents * 1000000::HUGEINT > p.target_cents * p.most_ppm::HUGEINT AND p.most_ppm > 0 THEN (
                SELECT min(s.from_ppm) FROM source.poisson_limits AS s
                WHERE
                    s.from_ppm >= p.most_ppm
                    AND s.upper_from_ppm * p.most_ppm::HUGEINT * p.target_cents
                    < s.from_ppm * 1000000::HUGEINT * p.cost_cents
            ) * 1000000::HUGEINT // p.most_ppm
        END AS grown_ppm
    FROM marts.contract_intervals AS p
),

judged AS (
    SELECT
        g.*,
        CASE
            WHEN g.cost_cents IS NULL AND g.unripe_cost_cents IS NOT NULL THEN 'young'
            WHEN g.cost_cents IS NULL THEN 'no_costs'
            WHEN g.target_cents IS NULL THEN 'no_target'
            WHEN g.most_cents <= g.target_cents THEN 'worth'
            WHEN g.least_cents > g.target_cents THEN 'not_worth'
            ELSE 'open'
        END AS verdict
    FROM grown AS g
)

SELECT
    j.channel,
    j.campaign_id,
    j.utm_source,
    j.utm_medium,
    j.utm_campaign,
    j.referrer_host,
    j.name,
    j.visits,
    j.cost_cents,
    j.unripe_cost_cents,
    j.last_cost_day,
    j.contracts_ppm,
    j.fewest_ppm,
    j.most_ppm,
    j.kwh_ppm,
    divided(j.cost_cents * 1000000::HUGEINT, j.contracts_ppm)::BIGINT AS cost_per_contract,
    j.least_cents,
    j.most_cents,
    j.target_cents,
    j.verdict,
    CASE WHEN j.cost_cents IS NOT NULL AND j.target_cents IS NOT NULL THEN
        within_target(j.last_ppm, j.cost_cents, j.target_cents)
        + within_target(j.last_non_direct_ppm, j.cost_cents, j.target_cents)
        + within_target(j.first_ppm, j.cost_cents, j.target_cents)
        + within_target(j.linear_ppm, j.cost_cents, j.target_cents)
        + within_target(j.position_ppm, j.cost_cents, j.target_cents)
        + within_target(j.time_decay_ppm, j.cost_cents, j.target_cents)
    END AS models_within,
    CASE WHEN j.verdict = 'open' THEN
        divided_up(
            CASE WHEN j.contracts_ppm > 0 THEN j.contracts_ppm ELSE j.most_ppm END * (j.grown_ppm - 1000000),
            1000000::HUGEINT * 1000000
        )
    END::BIGINT AS more_contracts,
    CASE WHEN j.verdict = 'open' THEN
        divided_up(
            (least(getvariable('to_day'), getvariable('as_of_day') - t.ripe_days::INTEGER) - getvariable('from_day') + 1)
            * (j.grown_ppm - 1000000),
            1000000::HUGEINT
        )
    END::BIGINT AS more_days,
    -- Money without any contract: from so much on no price is low enough.
    CASE WHEN j.verdict = 'open' AND j.most_ppm = 0 THEN
        j.target_cents * j.upper_ppm::HUGEINT // 1000000 + 1 - j.cost_cents
    END::BIGINT AS more_cents
FROM judged AS j
CROSS JOIN marts.time_to_contract AS t
