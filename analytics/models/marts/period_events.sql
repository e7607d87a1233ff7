-- What happened in either of the two periods that can explain a change.
SELECT
    e.day,
    NOT e.day BETWEEN getvariable('from_day') AND getvariable('to_day') AS is_before,
    e.kind,
    e.words,
    e.can_change,
    e.path,
    row_number() OVER (ORDER BY e.day DESC, e.kind, e.words, e.path) AS place
FROM source.events AS e
WHERE
    e.day BETWEEN getvariable('from_day') AND getvariable('to_day')
    OR EXISTS (FROM source.compared_period AS c WHERE e.day BETWEEN c.from_day AND c.to_day)
