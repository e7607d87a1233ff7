/*
grain = "one row per reservation whose state ever changed"
key = ["reservation_id"]
columns = ["reservation_id", "contracted_at", "given_up_at"]
table = true
*/
-- When a reservation first came to a contract, and when it was last given up.
--
-- A change that was taken back within its window did not happen: of the changes of the state, the next one is its undo.
-- Facts may have been corrected in between. Few reservations have an undo at all, so only theirs are looked through in
-- order. Rows that came without any history (a park moved in from elsewhere) have no row here.
WITH moves AS (
    SELECT
        c.reservation_id,
        min(c.at) FILTER (c.state_after = 'contracted') AS contracted_at,
        max(c.at) FILTER (was_given_up(c.state_after)) AS given_up_at,
        bool_or(starts_with(c.action, 'undo_')) AS has_undo
    FROM source.reservation_changes AS c
    GROUP BY c.reservation_id
),

in_order AS (
    SELECT
        c.reservation_id,
        c.at,
        c.state_after,
        coalesce(lead(c.action) OVER later, '') = 'undo_' || c.action AS was_undone
    FROM source.reservation_changes AS c
    WHERE c.reservation_id IN (SELECT m.reservation_id FROM moves AS m WHERE m.has_undo)
        AND c.state_after IS NOT NULL
    WINDOW later AS (PARTITION BY c.reservation_id ORDER BY c.id)
),

kept AS (
    SELECT
        o.reservation_id,
        min(o.at) AS contracted_at
    FROM in_order AS o
    WHERE o.state_after = 'contracted' AND NOT o.was_undone
    GROUP BY o.reservation_id
)

SELECT
    m.reservation_id,
    CASE WHEN m.has_undo THEN k.contracted_at ELSE m.contracted_at END AS contracted_at,
    m.given_up_at
FROM moves AS m
LEFT JOIN kept AS k USING (reservation_id)
