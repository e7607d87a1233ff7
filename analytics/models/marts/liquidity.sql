/*
grain = "one row per month of the period, and per month from today's on for a year"
key = ["month"]
columns = ["month", "due_cents", "received_cents", "returned_cents", "paid_out_cents", "expected_cents"]
*/
-- What the books say of the period, by the day in the books, and what the payment plans say of the months to come. A claim
-- is expected until it is booked, so none is counted twice.
WITH months AS (
    SELECT unnest(generate_series(
        date_trunc('month', getvariable('from_day')), date_trunc('month', getvariable('to_day')), INTERVAL 1 MONTH
    ))::DATE AS month
    UNION
    SELECT (date_trunc('month', getvariable('as_of_day')) + to_months(n.number::INTEGER))::DATE
    FROM (SELECT unnest(range(13)) AS number) AS n
),

booked AS (
    SELECT
        date_trunc('month', e.booked_on)::DATE AS month,
        coalesce(sum(p.amount_cents) FILTER (
            p.account = 'receivable' AND (starts_with(e.key, 'claim:') OR starts_with(e.key, 'undone:claim:'))
        ), 0) AS due,
        coalesce(sum(p.amount_cents) FILTER (p.account = 'bank' AND p.amount_cents > 0), 0) AS received,
        coalesce(sum(p.amount_cents) FILTER (p.account = 'receivable' AND e.key = 'returned'), 0) AS returned,
        coalesce(-sum(p.amount_cents) FILTER (p.account = 'bank' AND p.amount_cents < 0), 0) AS gone
    FROM source.ledger_entries AS e
    INNER JOIN source.ledger_postings AS p ON p.entry_id = e.id
    WHERE e.booked_on BETWEEN getvariable('from_day') AND getvariable('to_day')
    GROUP BY 1
),

expected AS (
    SELECT
        greatest(date_trunc('month', c.due), date_trunc('month', getvariable('as_of_day')))::DATE AS month,
        sum(c.unpaid_cents) AS cents
    FROM staging.contract_claims AS c
    WHERE NOT c.is_booked
    GROUP BY 1
),

counted AS (
    SELECT
        m.month,
        m.month BETWEEN date_trunc('month', getvariable('from_day')) AND getvariable('to_day') AS is_in_period,
        b.* EXCLUDE (month),
        e.cents AS expected
    FROM months AS m
    LEFT JOIN booked AS b ON b.month = m.month
    LEFT JOIN expected AS e ON e.month = m.month
)

SELECT
    c.month,
    CASE WHEN c.is_in_period THEN coalesce(c.due, 0) END::BIGINT AS due_cents,
    CASE WHEN c.is_in_period THEN coalesce(c.received, 0) END::BIGINT AS received_cents,
    CASE WHEN c.is_in_period THEN coalesce(c.returned, 0) END::BIGINT AS returned_cents,
    CASE WHEN c.is_in_period THEN coalesce(c.gone - c.returned, 0) END::BIGINT AS paid_out_cents,
    coalesce(c.expected, 0)::BIGINT AS expected_cents
FROM counted AS c
