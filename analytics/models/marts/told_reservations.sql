/*
grain = "one row per reservation of the period whose household was asked, merged ones left out"
key = ["reservation_id"]
columns = ["reservation_id", "is_answered", "kind=answer_kind", "told", "measured"]
table = true
*/
-- Each reservation of the period whose household was asked how it heard of us, with what it said and what was measured.
-- An answer, and an origin, that fewer than five households share is not shown by itself: they are merged into one.
-- "Unsure" always stands alone, since it says nothing about a household.
WITH asked AS (
    SELECT
        r.reservation_id,
        t.answer,
        measured_name(r.channel, r.utm_source, r.referrer_host) AS measured
    FROM source.told_origins AS t
    INNER JOIN marts.reservation_origins AS r ON r.reservation_id = t.reservation_id
    WHERE NOT r.is_merged
),

named AS (
    SELECT
        a.*,
        a.answer <> '' AS is_answered,
        coalesce(l.label, '') AS label,
        coalesce(l.kind, 'other') AS kind
    FROM asked AS a
    LEFT JOIN staging.told_labels AS l ON l.answer = a.answer
),

shared AS (
    SELECT
        n.*,
        count(*) FILTER (n.is_answered) OVER (PARTITION BY n.label) AS saying_it,
        count(*) FILTER (n.is_answered) OVER (PARTITION BY n.measured) AS measured_so
    FROM named AS n
)

SELECT
    s.reservation_id,
    s.is_answered,
    s.kind,
    CASE
        WHEN s.kind = 'unsure' OR NOT are_too_few(s.saying_it) THEN s.label
        WHEN s.is_answered THEN 'Weitere Antworten'
        ELSE ''
    END AS told,
    CASE WHEN NOT are_too_few(s.measured_so) THEN s.measured ELSE 'Weitere Herkünfte' END AS measured
FROM shared AS s
