/*
grain = "one row per origin of touches, as spelled"
key = ["origin_key"]
columns = ["origin_key", "station", "origin", "channel"]
table = true
*/
-- What a touch is called on a path: the tags of a campaign, the site of a link, or its channel in brackets. Numbers stand for
-- these names and channels, since paths are compared far faster as numbers; `station // 4` stands for the name alone.
WITH named AS (
    SELECT
        o.origin_key,
        o.channel,
        CASE o.channel
            WHEN 'campaign'
                THEN concat_ws(' / ', nullif(o.utm_source, ''), nullif(o.utm_medium, ''), nullif(o.utm_campaign, ''))
            WHEN 'referrer' THEN o.referrer_host
            ELSE '(' || o.channel || ')'
        END AS origin
    FROM staging.touch_origins AS o
)

SELECT
    n.origin_key,
    CASE n.channel
        WHEN 'direct' THEN 0
        ELSE dense_rank() OVER (ORDER BY n.origin) * 4 + list_position(['campaign', 'referral', 'referrer'], n.channel)
    END::INTEGER AS station,
    n.origin,
    n.channel
FROM named AS n
