-- For how many reservations of each last known origin we know earlier visits, too, and whose paths stand for the others:
-- those of the same origin where there are enough, else those of its channel, else all. `ATTRIBUTION.md` has the rule.
WITH own AS (
    SELECT
        a.channel,
        a.utm_source,
        a.utm_medium,
        a.utm_campaign,
        a.referrer_host,
        a.is_chosen,
        count(*) AS reservations,
        count(*) FILTER (r.is_remembered) AS remembered
    FROM marts.attribution AS a
    INNER JOIN staging.reservations AS r USING (reservation_id)
    -- By this model a reservation is credited to one touch alone: its last of known origin.
    WHERE a.last_non_direct_ppm = 1000000 AND NOT r.is_merged
    GROUP BY ALL
),

sized AS (
    SELECT
        o.*,
        o.reservations - o.remembered AS unknown,
        sum(o.remembered) OVER (
            PARTITION BY o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.referrer_host
        )::BIGINT AS of_origin,
        sum(o.remembered) OVER (PARTITION BY o.channel)::BIGINT AS of_channel,
        sum(o.remembered) OVER ()::BIGINT AS of_all
    FROM own AS o
)

SELECT
    s.channel,
    s.utm_source,
    s.utm_medium,
    s.utm_campaign,
    s.referrer_host,
    s.is_chosen,
    s.reservations,
    s.remembered,
    s.unknown,
    CASE
        WHEN NOT are_too_few(s.of_origin)
            THEN ['origin', s.channel, s.utm_source, s.utm_medium, s.utm_campaign, s.referrer_host]
        WHEN NOT are_too_few(s.of_channel) THEN ['channel', s.channel]
        WHEN NOT are_too_few(s.of_all) THEN ['all']
    END AS pool,
    CASE pool[1] WHEN 'origin' THEN s.of_origin WHEN 'channel' THEN s.of_channel WHEN 'all' THEN s.of_all END AS pool_size
FROM sized AS s
