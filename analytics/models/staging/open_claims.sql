/*
grain = "one row per claim that was booked and not taken back"
key = ["contract_id", "claim_key"]
columns = ["contract_id", "claim_key", "due", "cents=claim_cents", "unpaid_cents"]
*/
-- What households owe, as `open_of` of `services/payments/ledger.py` has it: everything else on their account pays the
-- earliest claim first.
WITH moved AS (
    SELECT
        p.contract_id,
        e.key,
        e.booked_on,
        p.amount_cents
    FROM source.ledger_postings AS p
    INNER JOIN source.ledger_entries AS e ON e.id = p.entry_id
    WHERE p.account = 'receivable'
),

paid AS (
    SELECT
        m.contract_id,
        -sum(m.amount_cents) AS cents
    FROM moved AS m
    WHERE NOT starts_with(m.key, 'claim:') AND NOT starts_with(m.key, 'undone:claim:')
    GROUP BY m.contract_id
)

SELECT
    m.contract_id,
    m.key AS claim_key,
    m.booked_on AS due,
    m.amount_cents AS cents,
    greatest(least(
        m.amount_cents,
        sum(m.amount_cents) OVER (PARTITION BY m.contract_id ORDER BY m.booked_on, m.key)
        - greatest(coalesce(p.cents, 0), 0)
    ), 0)::BIGINT AS unpaid_cents
FROM moved AS m
LEFT JOIN paid AS p ON p.contract_id = m.contract_id
WHERE starts_with(m.key, 'claim:') AND 'undone:' || m.key NOT IN (SELECT e.key FROM source.ledger_entries AS e)
