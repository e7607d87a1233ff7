/*
grain = "one row per report for the quarter that is its period, once some of it is ripe; none before"
key = ["quarter"]
columns = [
    "quarter", "cost_cents=quarter_cost_cents", "contracted=ripe_contracts", "cost_per_contract=cost_per_any_contract",
    "paid_contracted", "paid_cost_per_contract", "sales_cents", "sales_per_euro", "payback_months", "ripe_until",
]
*/
-- What a founder is asked: money out, contracts and money in, over the days that are old enough alone. A contract counts
-- as paid for where the last known origin of its reservation is a campaign that has costs in the quarter.
WITH known AS (
    SELECT
        least(getvariable('to_day'), getvariable('as_of_day') - t.ripe_days::INTEGER) AS last_day
    FROM marts.time_to_contract AS t
),

spent AS (
    SELECT
        s.utm_source,
        s.utm_medium,
        s.utm_campaign,
        sum(s.cents)::BIGINT AS cents
    FROM staging.spend AS s
    CROSS JOIN known AS k
    WHERE s.day <= k.last_day AND costs_are_known()
    GROUP BY ALL
),

contracts AS (
    SELECT
        r.reservation_id,
        r.is_bound,
        s.cents IS NOT NULL AS is_paid,
        p.setup_fee_cents,
        p.plan_total_cents,
        greatest(plan_months(p.payment_plan), 1) AS months
    FROM marts.reservation_origins AS r
    INNER JOIN staging.period_reservations AS p ON p.id = r.reservation_id
    CROSS JOIN known AS k
    LEFT JOIN spent AS s
        ON
            r.channel = 'campaign'
            AND s.utm_source = r.utm_source
            AND s.utm_medium = r.utm_medium
            AND s.utm_campaign = r.utm_campaign
    WHERE r.is_contracted AND NOT r.is_merged AND r.day <= k.last_day
),

sums AS (
    SELECT
        (SELECT sum(s.cents)::BIGINT FROM spent AS s) AS cost_cents,
        count(*) AS contracted,
        count(*) FILTER (c.is_paid) AS paid_contracted,
        coalesce(sum(c.setup_fee_cents + c.plan_total_cents) FILTER (c.is_bound), 0)::BIGINT AS sales_cents
    FROM contracts AS c
),

-- What the contracts that are in force have paid by the end of each month after the park's connection to the grid; 0 is
-- the day of the contract. The last instalment takes what rounding left over.
paid AS (
    SELECT
        m.month,
        sum(c.setup_fee_cents + CASE
            WHEN m.month >= c.months THEN c.plan_total_cents
            ELSE m.month * divided(c.plan_total_cents, c.months)
        END) AS cents
    FROM contracts AS c
    CROSS JOIN (SELECT unnest(range(0, 49)) AS month) AS m
    WHERE c.is_bound
    GROUP BY m.month
)

SELECT
    quarter(getvariable('from_day')) || '. Quartal ' || year(getvariable('from_day')) AS quarter,
    s.cost_cents,
    s.contracted,
    divided(s.cost_cents, s.contracted)::BIGINT AS cost_per_contract,
    s.paid_contracted,
    divided(s.cost_cents, s.paid_contracted)::BIGINT AS paid_cost_per_contract,
    s.sales_cents,
    divided(s.sales_cents * 100, s.cost_cents)::BIGINT AS sales_per_euro,
    (SELECT min(p.month) FROM paid AS p WHERE p.cents >= s.cost_cents)::BIGINT AS payback_months,
    CASE WHEN k.last_day < getvariable('to_day') THEN k.last_day END AS ripe_until
FROM sums AS s
CROSS JOIN known AS k
WHERE k.last_day >= getvariable('from_day')
