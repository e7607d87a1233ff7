-- A path that fewer than five reservations took says more about a household than about marketing. These stand together: by
-- the channels of their stations where five or more took such a path, else by the number of their stations.
WITH told AS (
    SELECT
        list_transform(
            p.path,
            lambda origin: CASE origin WHEN '(direct)' THEN 'direkt' WHEN '(referral)' THEN 'Empfehlung' ELSE origin END
        ) AS origins,
        list_transform(
            p.channels,
            lambda channel: CASE channel
                WHEN 'direct' THEN 'direkt'
                WHEN 'referral' THEN 'Empfehlung'
                WHEN 'referrer' THEN 'andere Seite'
                ELSE 'Kampagne'
            END
        ) AS channels,
        p.is_contracted,
        are_too_few(count(*) OVER (PARTITION BY p.path)) AS is_rare
    FROM marts.reservation_paths AS p
),

named AS (
    SELECT
        t.*,
        CASE
            WHEN NOT t.is_rare THEN array_to_string(t.origins, ' → ')
            WHEN NOT are_too_few(count(*) OVER (PARTITION BY t.is_rare, t.channels))
                THEN 'seltene Wege: ' || array_to_string(t.channels, ' → ')
            WHEN len(t.origins) = 1 THEN 'seltene Wege mit einer Station'
            ELSE 'seltene Wege mit ' || len(t.origins) || ' Stationen'
        END AS path
    FROM told AS t
)

SELECT
    n.path,
    any_value(len(n.origins))::BIGINT AS origins,
    count(DISTINCT n.origins) AS paths,
    count(*) AS reservations,
    count(*) FILTER (n.is_contracted) AS contracted,
    share_of(count(*) FILTER (n.is_contracted), count(*)) AS contracted_share
FROM named AS n
GROUP BY n.path
