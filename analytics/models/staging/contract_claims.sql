/*
grain = "one row per claim of a running contract that is known today, whether it is due or not"
key = ["contract_id", "number"]
columns = ["contract_id", "number=claim_number", "due", "cents=claim_cents", "unpaid_cents", "is_booked"]
table = true
*/
-- The payment plan of `services/contracts/life.py`, which a test compares: the set-up on the first working day after the
-- withdrawal period; the price 14 days after the later of grid connection and that period; instalments at the ends of the
-- months behind it, or what is left of them at once. Without a grid connection only the set-up is known. Who has taken a
-- paid contract over owes nothing. Money pays the earliest claim first.
WITH running AS (
    SELECT
        c.*,
        -- The greater of a day and of nothing would be the day.
        CASE WHEN p.connected_on IS NOT NULL THEN greatest(p.connected_on, c.withdraw_until) END AS begins,
        (SELECT coalesce(list(h.day), []) FROM source.holidays AS h) AS holidays
    FROM source.contracts AS c
    INNER JOIN source.reservations AS r ON r.id = c.reservation_id
    INNER JOIN source.parks AS p ON p.id = r.park_id
    WHERE c.state = 'concluded' AND r.state IN ('contracted', 'active')
),

claims AS (
    SELECT
        r.id AS contract_id,
        0 AS number,
        'setup' AS purpose,
        working_day(r.withdraw_until + 1, r.holidays) AS due,
        r.setup_cents AS cents
    FROM running AS r
    UNION ALL
    SELECT
        r.id,
        1,
        'price',
        working_day(r.begins + 14, r.holidays),
        r.total_cents
    FROM running AS r
    WHERE r.months = 0 AND r.begins IS NOT NULL
    UNION ALL
    SELECT
        r.id,
        m.number,
        'instalment-' || m.number,
        last_day((date_trunc('month', r.begins) + to_months(m.number::INTEGER))::DATE),
        CASE WHEN m.number = r.months THEN r.last_instalment_cents ELSE r.instalment_cents END
    FROM running AS r
    LEFT JOIN source.early_payments AS e ON e.contract_id = r.id
    CROSS JOIN LATERAL (SELECT unnest(range(1, coalesce(e.first, r.months + 1))) AS number) AS m
    WHERE r.begins IS NOT NULL
    UNION ALL
    SELECT
        r.id,
        e.first,
        'rest',
        e.due,
        e.cents
    FROM running AS r
    INNER JOIN source.early_payments AS e ON e.contract_id = r.id
),

-- What has come from a household, less what went back: movements that touch the bank, or money whose owner was unknown.
received AS (
    SELECT
        p.contract_id,
        -sum(p.amount_cents) AS cents
    FROM source.ledger_postings AS p
    WHERE
        p.contract_id IS NOT NULL
        AND p.entry_id IN (SELECT o.entry_id FROM source.ledger_postings AS o WHERE o.account IN ('bank', 'unallocated'))
    GROUP BY p.contract_id
)

SELECT
    c.contract_id,
    c.number::BIGINT AS number,
    c.due,
    c.cents,
    greatest(least(
        c.cents,
        sum(c.cents) OVER (PARTITION BY c.contract_id ORDER BY c.number) - greatest(coalesce(r.cents, 0), 0)
    ), 0)::BIGINT AS unpaid_cents,
    e.id IS NOT NULL AS is_booked
FROM claims AS c
LEFT JOIN received AS r ON r.contract_id = c.contract_id
LEFT JOIN source.ledger_entries AS e
    ON e.key = 'claim:' || c.contract_id || ':' || c.purpose || ':' || strftime(c.due, '%Y-%m-%d')
WHERE c.cents > 0
