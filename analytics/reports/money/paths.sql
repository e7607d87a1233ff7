/*
title = "Wege zur Reservierung"
grain = "eine Zeile je Weg; Wege, die weniger als fünf nahmen, stehen zusammen"
reach = "files"
key = ["path"]
order = "paths > 1 OR reservations < 5, reservations DESC, path"
columns = ["path", "origins", "paths", "reservations", "contracted", "contracted_share"]
ripens.count = ["contracted", "contracted_share"]
*/
-- A path that fewer than five reservations took says more about a household than about marketing. These stand together: by
-- the channels of their stations where five or more took such a path, else by the number of their stations.
WITH told AS (
    SELECT
        p.path AS origins,
        list_transform(
            p.channels,
            lambda channel: CASE channel
                WHEN 'direct' THEN 'direkt'
                WHEN 'referral' THEN 'Empfehlung'
                WHEN 'referrer' THEN 'andere Seite'
                ELSE 'Kampagne'
            END
        ) AS channels,
        p.reservations,
        p.contracted,
        are_too_few(sum(p.reservations) OVER (PARTITION BY p.path)) AS is_rare
    FROM marts.paths AS p
),

named AS (
    SELECT
        t.*,
        CASE
            WHEN NOT t.is_rare THEN path_words(t.origins)
            WHEN NOT are_too_few(sum(t.reservations) OVER (PARTITION BY t.is_rare, t.channels))
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
    sum(n.reservations)::BIGINT AS reservations,
    sum(n.contracted)::BIGINT AS contracted,
    share_of(sum(n.contracted), sum(n.reservations)) AS contracted_share
FROM named AS n
GROUP BY n.path
