-- Each origin with both periods side by side, and the four factors that its amount is the product of: visits of all
-- origins × its share of them × reservations per visit × amount per reservation. A factor that is not defined in one
-- period is taken from the other, so that nothing falls to it. Empty if nothing is known to compare with.
WITH paired AS (
    SELECT
        value,
        is_unvisited,
        coalesce(n.visits, 0) AS visits,
        coalesce(b.visits, 0) AS visits_before,
        coalesce(n.reservations, 0) AS reservations,
        coalesce(b.reservations, 0) AS reservations_before,
        coalesce(n.successes, 0) AS successes,
        coalesce(b.successes, 0) AS successes_before,
        coalesce(n.amount, 0) AS amount,
        coalesce(b.amount, 0) AS amount_before,
        coalesce(n.in_time, 0) AS in_time,
        coalesce(b.in_time, 0) AS in_time_before
    FROM marts.change_origins AS n
    FULL JOIN source.origins_before AS b USING (value, is_unvisited)
),

summed AS (
    SELECT
        p.*,
        sum(p.visits) OVER ()::BIGINT AS all_visits,
        sum(p.visits_before) OVER ()::BIGINT AS all_visits_before
    FROM paired AS p
    WHERE EXISTS (FROM source.compared_period)
)

SELECT
    s.*,
    part_or(s.visits, s.all_visits, part_or(s.visits_before, s.all_visits_before, 0))::DOUBLE AS share,
    part_or(s.visits_before, s.all_visits_before, part_or(s.visits, s.all_visits, 0))::DOUBLE AS share_before,
    part_or(s.reservations, s.visits, part_or(s.reservations_before, s.visits_before, 0))::DOUBLE AS rate,
    part_or(s.reservations_before, s.visits_before, part_or(s.reservations, s.visits, 0))::DOUBLE AS rate_before,
    CASE WHEN s.visits > 0 THEN s.reservations ELSE 0 END AS visited,
    CASE WHEN s.visits_before > 0 THEN s.reservations_before ELSE 0 END AS visited_before,
    part_or(s.in_time, visited, part_or(s.in_time_before, visited_before, 0))::DOUBLE AS each,
    part_or(s.in_time_before, visited_before, part_or(s.in_time, visited, 0))::DOUBLE AS each_before
FROM summed AS s
