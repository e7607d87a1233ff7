SELECT
    t.factor,
    t.low_label,
    t.high_label,
    t.low_cents,
    t.base_cents,
    t.high_cents,
    abs(t.high_cents - t.low_cents) AS range_cents
FROM marts.credit_tornado AS t
