SELECT
    t.model,
    t.reservations_ppm,
    t.left_out_ppm,
    (t.reservations_ppm + t.left_out_ppm) // 1000000 AS reservations
FROM marts.model_totals AS t
