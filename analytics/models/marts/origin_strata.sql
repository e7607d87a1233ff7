-- For how many reservations of each last touch we know earlier visits, too, and whose paths stand for the others: those of
-- the same origin where there are enough, else those of its channel, else all that were asked. Who comes directly, or by a
-- link on another site, is not asked: these are counted as they were seen. `ATTRIBUTION.md` has the rule.
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
    -- By this model a reservation is credited to one touch alone, and that one is known of each: its last.
    WHERE a.last_ppm = 1000000 AND NOT r.is_merged
    GROUP BY ALL
),

sized AS (
    SELECT
        o.*,
        is_asked_of(o.channel) AS is_asked,
        o.reservations - o.remembered AS others,
        sum(o.remembered) OVER (
            PARTITION BY o.channel, o.utm_source, o.utm_medium, o.utm_campaign, o.referrer_host
        )::BIGINT AS of_origin,
        sum(o.remembered) OVER (PARTITION BY o.channel)::BIGINT AS of_channel,
        sum(o.remembered) FILTER (is_asked_of(o.channel)) OVER ()::BIGINT AS of_all
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
    CASE WHEN s.is_asked THEN s.others ELSE 0 END AS unknown,
    CASE WHEN s.is_asked THEN 0 ELSE s.others END AS as_seen,
    CASE
        WHEN NOT s.is_asked THEN NULL
        WHEN NOT are_too_few(s.of_origin)
            THEN ['origin', s.channel, s.utm_source, s.utm_medium, s.utm_campaign, s.referrer_host]
        WHEN NOT are_too_few(s.of_channel) THEN ['channel', s.channel]
        WHEN NOT are_too_few(s.of_all) THEN ['all']
    END AS pool,
    CASE pool[1]
        WHEN 'origin' THEN s.of_origin
        WHEN 'channel' THEN s.of_channel
        WHEN 'all' THEN s.of_all
    END AS pool_size
FROM sized AS s
