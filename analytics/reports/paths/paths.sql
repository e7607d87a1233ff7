WITH told AS (
    SELECT
        list_transform(
            p.path,
            lambda origin: CASE origin WHEN '(direct)' THEN 'direkt' WHEN '(referral)' THEN 'Empfehlung' ELSE origin END
        ) AS origins,
        p.is_contracted
    FROM marts.reservation_paths AS p
)

SELECT
    array_to_string(t.origins, ' → ') AS path,
    any_value(len(t.origins))::BIGINT AS origins,
    count(*) AS reservations,
    count(*) FILTER (t.is_contracted) AS contracted,
    share_of(count(*) FILTER (t.is_contracted), count(*)) AS contracted_share
FROM told AS t
GROUP BY path
