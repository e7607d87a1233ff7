/*
grain = "one row per three canonical tags that reached a visitor in the period"
key = ["utm_source", "utm_medium", "utm_campaign"]
columns = [
    "campaign_id", "name", "utm_source", "utm_medium", "utm_campaign", "sessions", "reservations=touched_reservations",
    "first_day", "last_day",
]
*/
-- Whom each campaign reached in the period, registered or not: sessions that began with its tags, and reservations of
-- the period that it touched at any time. One touched by two campaigns counts for both.
WITH visited AS (
    SELECT
        d.utm_source,
        d.utm_medium,
        d.utm_campaign,
        sum(d.sessions)::BIGINT AS sessions,
        min(d.day) AS first_day,
        max(d.day) AS last_day
    FROM marts.origin_days AS d
    WHERE d.channel = 'campaign'
    GROUP BY ALL
),

touched AS (
    SELECT
        t.utm_source,
        t.utm_medium,
        t.utm_campaign,
        count(DISTINCT t.reservation_id) AS reservations,
        min(berlin_day(t.at)) AS first_day,
        max(berlin_day(t.at)) AS last_day
    FROM staging.touches AS t
    INNER JOIN staging.period_reservations AS r ON r.id = t.reservation_id
    WHERE t.channel = 'campaign'
    GROUP BY ALL
),

reached AS (
    SELECT
        utm_source,
        utm_medium,
        utm_campaign,
        coalesce(v.sessions, 0) AS sessions,
        coalesce(t.reservations, 0) AS reservations,
        least(v.first_day, t.first_day) AS first_day,
        greatest(v.last_day, t.last_day) AS last_day
    FROM visited AS v
    FULL JOIN touched AS t USING (utm_source, utm_medium, utm_campaign)
)

SELECT
    c.id AS campaign_id,
    c.name,
    r.*
FROM reached AS r
LEFT JOIN source.campaigns AS c USING (utm_source, utm_medium, utm_campaign)
