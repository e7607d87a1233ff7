SELECT
    e.cause,
    e.place,
    sum(e.effect_ppm)::BIGINT AS effect_ppm
FROM marts.change_effects AS e
GROUP BY e.cause, e.place
