SELECT
    value,
    is_unvisited,
    any_value(p.visits) AS visits,
    any_value(p.visits_before) AS visits_before,
    any_value(p.reservations) AS reservations,
    any_value(p.reservations_before) AS reservations_before,
    any_value(p.amount) AS amount,
    any_value(p.amount_before) AS amount_before,
    any_value(p.amount) - any_value(p.amount_before) AS difference,
    sum(e.effect_ppm) FILTER (e.cause = 'volume')::BIGINT AS volume_ppm,
    sum(e.effect_ppm) FILTER (e.cause = 'mix')::BIGINT AS mix_ppm,
    sum(e.effect_ppm) FILTER (e.cause = 'rate')::BIGINT AS rate_ppm,
    sum(e.effect_ppm) FILTER (e.cause = 'each')::BIGINT AS each_ppm,
    sum(e.effect_ppm) FILTER (e.cause = 'unvisited')::BIGINT AS unvisited_ppm,
    sum(e.effect_ppm) FILTER (e.cause = 'ripeness')::BIGINT AS ripeness_ppm,
    any_value(c.is_chance) AS is_chance
FROM marts.change_pairs AS p
INNER JOIN marts.change_effects AS e USING (value, is_unvisited)
INNER JOIN marts.change_chance AS c USING (value, is_unvisited)
GROUP BY value, is_unvisited
