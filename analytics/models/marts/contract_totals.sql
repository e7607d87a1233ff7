/*
grain = "one row per report"
key = ["ripe_days"]
columns = [
    "worth_cents", "not_worth_cents", "open_cents", "cost_cents=ripe_cost_cents", "unripe_cost_cents", "contracts_ppm",
    "free_contracts_ppm", "kwh_ppm", "target_cents", "reservations=ripe_reservations", "unripe_reservations",
    "unripe_contracts", "remembered=ripe_remembered", "youngest_days", "ripe_days", "unripe_from", "ripe_on",
    "later_reservations", "later_contracts", "later_cost_cents",
]
*/
-- What the period's money did in sum, and how much of the period can be judged at all.
WITH costs AS (
    SELECT
        coalesce(sum(c.cost_cents) FILTER (c.verdict = 'worth'), 0)::BIGINT AS worth_cents,
        coalesce(sum(c.cost_cents) FILTER (c.verdict = 'not_worth'), 0)::BIGINT AS not_worth_cents,
        coalesce(sum(c.cost_cents) FILTER (c.verdict IN ('open', 'no_target')), 0)::BIGINT AS open_cents,
        sum(c.cost_cents)::BIGINT AS cost_cents,
        sum(c.unripe_cost_cents)::BIGINT AS unripe_cost_cents,
        coalesce(sum(c.contracts_ppm), 0)::BIGINT AS contracts_ppm,
        coalesce(sum(c.contracts_ppm) FILTER (c.cost_cents IS NULL), 0)::BIGINT AS free_contracts_ppm,
        coalesce(sum(c.kwh_ppm), 0)::BIGINT AS kwh_ppm,
        any_value(c.target_cents) AS target_cents
    FROM marts.contract_costs AS c
),

counts AS (
    SELECT
        count(*) FILTER (is_ripe(r.day, t.ripe_days)) AS reservations,
        count(*) FILTER (NOT is_ripe(r.day, t.ripe_days)) AS unripe_reservations,
        count(*) FILTER (NOT is_ripe(r.day, t.ripe_days) AND r.is_contracted) AS unripe_contracts,
        count(*) FILTER (is_ripe(r.day, t.ripe_days) AND r.is_remembered) AS remembered,
        max(r.day) FILTER (is_ripe(r.day, t.ripe_days)) AS last_ripe_day
    FROM marts.reservation_origins AS r
    CROSS JOIN marts.time_to_contract AS t
    WHERE NOT r.is_merged
),

-- Whatever the period, what is being spent and reserved now cannot be judged yet.
lately AS (
    SELECT
        count(*) AS reservations,
        count(*) FILTER (f.is_contracted) AS contracts
    FROM staging.reservation_facts AS f
    CROSS JOIN marts.time_to_contract AS t
    WHERE
        NOT f.is_merged
        AND f.created_at >= berlin_midnight(getvariable('as_of_day') - t.ripe_days::INTEGER + 1)
        AND f.day <= getvariable('as_of_day')
),

lately_spent AS (
    SELECT sum(k.cents)::BIGINT AS cents
    FROM source.campaign_costs AS k
    CROSS JOIN marts.time_to_contract AS t
    WHERE
        k.day > getvariable('as_of_day') - t.ripe_days::INTEGER
        AND k.day <= getvariable('as_of_day')
)

SELECT
    c.*,
    n.* EXCLUDE (last_ripe_day),
    (getvariable('as_of_day') - n.last_ripe_day)::BIGINT AS youngest_days,
    t.ripe_days,
    getvariable('as_of_day') - t.ripe_days::INTEGER + 1 AS unripe_from,
    getvariable('as_of_day') + t.ripe_days::INTEGER AS ripe_on,
    l.reservations AS later_reservations,
    l.contracts AS later_contracts,
    s.cents AS later_cost_cents
FROM costs AS c
CROSS JOIN counts AS n
CROSS JOIN lately AS l
CROSS JOIN lately_spent AS s
CROSS JOIN marts.time_to_contract AS t
