SELECT
    t.measure,
    t.amount,
    t.amount_before,
    t.difference,
    t.visits,
    t.visits_before,
    t.is_chance,
    t.age_days
FROM marts.change_totals AS t
