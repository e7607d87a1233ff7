-- The path of each reservation: the origins of its touches that count, in order, consecutive duplicates listed once.
-- Origins that are not campaigns appear as their channel, in brackets, or as the site of the link.
WITH told AS (
    SELECT
        t.reservation_id,
        t.position,
        t.at,
        o.channel,
        CASE o.channel
            WHEN 'campaign'
                THEN concat_ws(' / ', nullif(o.utm_source, ''), nullif(o.utm_medium, ''), nullif(o.utm_campaign, ''))
            WHEN 'referrer' THEN o.referrer_host
            ELSE '(' || o.channel || ')'
        END AS origin
    FROM staging.counted_touches AS t
    INNER JOIN staging.touch_origins AS o USING (origin_key)
),

ways AS (
    SELECT
        t.reservation_id,
        list(t.origin ORDER BY t.position) AS origins,
        list(t.channel ORDER BY t.position) AS channels,
        arg_min(t.at, t.position) AS began_at
    FROM told AS t
    GROUP BY t.reservation_id
)

SELECT
    r.reservation_id,
    r.is_contracted,
    r.is_remembered,
    coalesce(len(w.origins), 0)::BIGINT AS touches,
    coalesce(
        list_filter(w.origins, lambda origin, place: place = 1 OR origin <> w.origins[place - 1]),
        ['(direct)']
    ) AS path,
    coalesce(
        list_filter(w.channels, lambda channel, place: place = 1 OR w.origins[place] <> w.origins[place - 1]),
        ['direct']
    ) AS channels,
    (r.day - berlin_day(w.began_at))::BIGINT AS days
FROM marts.reservation_origins AS r
LEFT JOIN ways AS w USING (reservation_id)
WHERE NOT r.is_merged
