/*
title = "Probe: jede Reservierung zählt genau einmal"
grain = "eine Zeile je Modell"
key = ["model"]
order = "list_position(['last', 'last_non_direct', 'first', 'linear', 'position', 'time_decay'], model)"
columns = [
    "model", "reservations_ppm", "left_out_ppm", "reservations=unfiltered_reservations",
    "remembered=remembered_unfiltered", "one_visit=one_visit_unfiltered",
]
*/
WITH known AS (
    SELECT
        count(*) FILTER (r.is_remembered) AS remembered,
        count(*) FILTER (NOT r.is_remembered) AS one_visit
    FROM staging.reservations AS r
    WHERE NOT r.is_merged
)

SELECT
    t.model,
    t.reservations_ppm,
    t.left_out_ppm,
    (t.reservations_ppm + t.left_out_ppm) // 1000000 AS reservations,
    k.remembered,
    k.one_visit
FROM marts.model_totals AS t
CROSS JOIN known AS k
