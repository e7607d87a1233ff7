/*
grain = "one row per model, none without reservations"
key = ["model"]
columns = ["model", "reservations_ppm", "left_out_ppm"]
*/
-- What each model credits in sum: with what the filters leave out, exactly as many reservations as there are. Every
-- model has its row, also where there is nothing to credit.
WITH summed AS (
    SELECT
        c.is_chosen,
        sum(COLUMNS('^(.*)_ppm$'))::BIGINT AS "\1"
    FROM marts.credit_cells AS c
    WHERE c.measure = 'reservations'
    GROUP BY c.is_chosen
),

by_model AS (
    SELECT *
    FROM summed UNPIVOT (ppm FOR model IN (last, last_non_direct, first, linear, position, time_decay))
)

SELECT
    m.model,
    coalesce(sum(b.ppm) FILTER (b.is_chosen), 0)::BIGINT AS reservations_ppm,
    coalesce(sum(b.ppm) FILTER (NOT b.is_chosen), 0)::BIGINT AS left_out_ppm
FROM (SELECT unnest(['last', 'last_non_direct', 'first', 'linear', 'position', 'time_decay']) AS model) AS m
LEFT JOIN by_model AS b USING (model)
GROUP BY m.model
