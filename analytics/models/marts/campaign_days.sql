/*
grain = "one row per day and registered campaign with visits, reservations or costs"
key = ["day", "campaign_id"]
columns = ["day", "campaign_id", "visitors", "sessions", "reservations", "cents"]
*/
-- A campaign day by day: who came, what it cost, and the reservations whose last touch of known origin it was.
WITH reserved AS (
    SELECT
        r.day,
        r.campaign_id,
        count(*) AS reservations
    FROM marts.reservation_origins AS r
    WHERE r.campaign_id IS NOT NULL AND NOT r.is_merged
    GROUP BY ALL
),

visited AS (
    SELECT
        d.day,
        d.campaign_id,
        d.visitors,
        d.sessions
    FROM marts.origin_days AS d
    WHERE d.campaign_id IS NOT NULL
)

SELECT
    day,
    campaign_id,
    coalesce(v.visitors, 0) AS visitors,
    coalesce(v.sessions, 0) AS sessions,
    coalesce(r.reservations, 0) AS reservations,
    coalesce(s.cents, 0) AS cents
FROM visited AS v
FULL JOIN reserved AS r USING (day, campaign_id)
FULL JOIN staging.spend AS s USING (day, campaign_id)
