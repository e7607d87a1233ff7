-- Whether chance alone explains that an origin brought more or less per visit, and that all of them together did: two
-- counts whose 80 % limits (`analytics/chance/limits.py`) overlap may have the same mean. With Poisson counts of one mean
-- the limits stay apart in less than one case of ten.
WITH counts AS (
    SELECT
        p.value,
        p.is_unvisited,
        p.successes * 1000000 AS count_ppm,
        p.successes_before * 1000000 AS before_ppm,
        p.visits AS exposure,
        p.visits_before AS exposure_before
    FROM marts.change_pairs AS p
    UNION ALL
    SELECT
        NULL AS value,
        false AS is_unvisited,
        coalesce(sum(p.successes), 0)::BIGINT * 1000000 AS count_ppm,
        coalesce(sum(p.successes_before), 0)::BIGINT * 1000000 AS before_ppm,
        1 AS exposure,
        1 AS exposure_before
    FROM marts.change_pairs AS p
),

limited AS (
    SELECT
        c.*,
        between_points(c.count_ppm, n.from_ppm, n.to_ppm, n.lower_from_ppm, n.lower_to_ppm)::BIGINT AS lower_ppm,
        between_points(c.count_ppm, n.from_ppm, n.to_ppm, n.upper_from_ppm, n.upper_to_ppm)::BIGINT AS upper_ppm,
        between_points(c.before_ppm, b.from_ppm, b.to_ppm, b.lower_from_ppm, b.lower_to_ppm)::BIGINT AS lower_before_ppm,
        between_points(c.before_ppm, b.from_ppm, b.to_ppm, b.upper_from_ppm, b.upper_to_ppm)::BIGINT AS upper_before_ppm
    FROM counts AS c
    INNER JOIN source.poisson_limits AS n ON c.count_ppm >= n.from_ppm AND c.count_ppm < n.to_ppm
    INNER JOIN source.poisson_limits AS b ON c.before_ppm >= b.from_ppm AND c.before_ppm < b.to_ppm
)

SELECT
    l.*,
    l.lower_ppm::HUGEINT * l.exposure_before <= l.upper_before_ppm::HUGEINT * l.exposure
    AND l.lower_before_ppm::HUGEINT * l.exposure <= l.upper_ppm::HUGEINT * l.exposure_before AS is_chance
FROM limited AS l
