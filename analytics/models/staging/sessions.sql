/*
grain = "one row per day, visitor and session of that visitor on that day"
key = ["day", "visitor", "number"]
columns = [
    "day", "visitor", "number=session_number", "began_at", "ended_at", "origin_key", "is_bot", "is_referrer_spam",
    "page_views", "has_calculated", "reached", "was_asked", "has_consented", "is_short",
]
*/
-- A session is what one visitor did on a day without a pause of more than 30 minutes and under one campaign.
--
-- It begins after such a pause, or with an arrival by other campaign fields than the session's own. Those are the
-- fields of its first event; within a session every arrival has the same ones. So it is enough to compare an arrival
-- with the event before it that could have begun a session (an arrival, or the first after a pause): that one either
-- began the session or agreed with it.
--
-- Texts stay out of here: windows over them are slow. `staging.origins` tells them by `origin_key`.
WITH marked AS (
    SELECT
        v.id,
        v.at,
        v.day,
        v.visitor,
        v.step,
        v.is_arrival,
        v.campaign_key,
        v.origin_key,
        v.consent,
        v.is_bot,
        v.is_referrer_spam,
        coalesce(v.at - lag(v.at) OVER visitor_day > INTERVAL 30 MINUTE, true) AS follows_pause
    FROM staging.visits AS v
    WINDOW visitor_day AS (PARTITION BY v.day, v.visitor ORDER BY v.at, v.id)
),

begun AS (
    SELECT
        m.*,
        m.follows_pause
        OR (
            m.is_arrival
            AND m.campaign_key
            <> last_value(CASE WHEN m.is_arrival OR m.follows_pause THEN m.campaign_key END IGNORE NULLS)
                OVER (earlier ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
        ) AS is_first
    FROM marked AS m
    WINDOW earlier AS (PARTITION BY m.day, m.visitor ORDER BY m.at, m.id)
),

numbered AS (
    SELECT
        b.*,
        sum(b.is_first::INTEGER) OVER (so_far ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)::INTEGER AS number
    FROM begun AS b
    WINDOW so_far AS (PARTITION BY b.day, b.visitor ORDER BY b.at, b.id)
)

SELECT
    n.day,
    n.visitor,
    n.number,
    min(n.at) AS began_at,
    max(n.at) AS ended_at,
    any_value(n.origin_key) FILTER (n.is_first) AS origin_key,
    bool_or(n.is_bot) AS is_bot,
    bool_or(n.is_referrer_spam) AS is_referrer_spam,
    count(*) FILTER (n.step = 0) AS page_views,
    bool_or(n.step = 1) AS has_calculated,
    -- The funnel, in order: the events that are funnel steps, sorted by time and at the same instant by step, folded
    -- into the highest step that was reached through all steps before it. 1 is the landing, which begins a session.
    coalesce(
        list_reduce(
            list_sort(list(epoch_us(n.at) * 8 + n.step) FILTER (n.step BETWEEN 2 AND 6)),
            lambda reached, event: CASE WHEN event % 8 = reached + 1 THEN reached + 1 ELSE reached END,
            1::BIGINT
        ),
        1
    )::TINYINT AS reached,
    bool_or(n.consent <> 0) AS was_asked,
    bool_or(n.consent = 2) AS has_consented,
    count(*) FILTER (n.step <> 7) <= 1 AND bool_and(n.step IN (0, 7)) AS is_short
FROM numbered AS n
GROUP BY n.day, n.visitor, n.number
