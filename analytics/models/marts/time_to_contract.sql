/*
grain = "one row per installation"
key = ["ripe_days"]
columns = ["contracts", "usual_days", "ripe_days"]
table = true
*/
-- How long it takes from a reservation to its contract: the time within which nine of ten contracts came, over all that
-- ever were, whatever the period. Six weeks at least: the contract comes six to eight weeks after the reservation, and
-- where hardly any was made yet, those that were are the quick ones.
WITH contracts AS (
    SELECT berlin_day(x.contracted_at) - berlin_day(r.created_at) AS days
    FROM source.reservations AS r
    INNER JOIN staging.reached AS x ON x.reservation_id = r.id
    WHERE x.contracted_at IS NOT NULL AND r.merged_into_id IS NULL
),

by_days AS (
    SELECT
        c.days,
        sum(count(*)) OVER (ORDER BY c.days) AS so_far,
        sum(count(*)) OVER () AS contracts
    FROM contracts AS c
    GROUP BY c.days
)

SELECT
    coalesce(max(b.contracts), 0)::BIGINT AS contracts,
    min(b.days) FILTER (b.so_far * 10 >= b.contracts * 9)::BIGINT AS usual_days,
    greatest(coalesce(usual_days, 0), 42)::BIGINT AS ripe_days
FROM by_days AS b
