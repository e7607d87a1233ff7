/*
grain = "one row per spelling of the field `tag` seen in the period"
key = ["raw"]
columns = ["raw", "canonical", "page_views", "sessions", "reservations=touched_reservations", "first_day", "last_day"]
*/
-- Every spelling of one tag that links were seen with, and what it means now: what aliases are made from.
WITH visited AS (
    SELECT
        CASE getvariable('tag')
            WHEN 'utm_source' THEN d.utm_source
            WHEN 'utm_medium' THEN d.utm_medium
            WHEN 'utm_campaign' THEN d.utm_campaign
            WHEN 'utm_term' THEN d.utm_term
            ELSE d.utm_content
        END AS raw,
        sum(d.page_views)::BIGINT AS page_views,
        sum(d.sessions)::BIGINT AS sessions,
        min(d.day) AS first_day,
        max(d.day) AS last_day
    FROM marts.period_visit_days AS d
    WHERE getvariable('with_bots') OR NOT (d.is_bot OR d.is_referrer_spam)
    GROUP BY raw
),

touched AS (
    SELECT
        lower(trim(
            CASE getvariable('tag')
                WHEN 'utm_source' THEN t.utm_source
                WHEN 'utm_medium' THEN t.utm_medium
                WHEN 'utm_campaign' THEN t.utm_campaign
                WHEN 'utm_term' THEN t.utm_term
                ELSE t.utm_content
            END
        )) AS raw,
        count(DISTINCT t.reservation_id) AS reservations,
        min(berlin_day(t.at)) AS first_day,
        max(berlin_day(t.at)) AS last_day
    FROM source.touches AS t
    INNER JOIN staging.period_reservations AS r ON r.id = t.reservation_id
    GROUP BY raw
)

SELECT
    raw,
    coalesce(a.canonical, raw) AS canonical,
    coalesce(v.page_views, 0) AS page_views,
    coalesce(v.sessions, 0) AS sessions,
    coalesce(t.reservations, 0) AS reservations,
    least(v.first_day, t.first_day) AS first_day,
    greatest(v.last_day, t.last_day) AS last_day
FROM visited AS v
FULL JOIN touched AS t USING (raw)
LEFT JOIN source.aliases AS a ON alias_key(a.field, a.raw) = alias_key(getvariable('tag'), coalesce(v.raw, t.raw))
WHERE raw <> ''
