-- The difference to be explained, and whether chance alone would explain it. No row if there is nothing to compare with.
SELECT
    getvariable('measure') AS measure,
    coalesce(sum(p.amount), 0)::BIGINT AS amount,
    coalesce(sum(p.amount_before), 0)::BIGINT AS amount_before,
    coalesce(sum(p.amount), 0)::BIGINT - coalesce(sum(p.amount_before), 0)::BIGINT AS difference,
    coalesce(sum(p.visits), 0)::BIGINT AS visits,
    coalesce(sum(p.visits_before), 0)::BIGINT AS visits_before,
    any_value(c.is_chance) AS is_chance,
    getvariable('age_days') AS age_days
FROM source.compared_period AS b
INNER JOIN marts.change_chance AS c ON c.value IS NULL
LEFT JOIN marts.change_pairs AS p ON true
GROUP BY b.from_day
