-- The visit days of the period, whichever way each is known: closed days from the stored rollup, open ones computed
-- from their visits. `open_days` says which is which, so no day is counted twice and none is missing.
SELECT d.*
FROM source.visit_days AS d
WHERE
    d.day BETWEEN getvariable('from_day') AND getvariable('to_day')
    AND NOT coalesce(list_contains(getvariable('open_days'), d.day), true)
UNION ALL BY NAME
SELECT o.*
FROM marts.visit_days AS o
