-- The six models as one would write them for PostgreSQL, from the same tables, to the same millionths.
WITH named AS (
    SELECT
        t.reservation_id, t.position, t.at,
        coalesce(s.canonical, lower(trim(t.utm_source))) AS utm_source,
        coalesce(m.canonical, lower(trim(t.utm_medium))) AS utm_medium,
        coalesce(c.canonical, lower(trim(t.utm_campaign))) AS utm_campaign,
        t.referral_code, lower(trim(t.referrer_host)) AS referrer_host
    FROM touches AS t
    LEFT JOIN aliases AS s ON s.field = 'utm_source' AND s.raw = lower(trim(t.utm_source))
    LEFT JOIN aliases AS m ON m.field = 'utm_medium' AND m.raw = lower(trim(t.utm_medium))
    LEFT JOIN aliases AS c ON c.field = 'utm_campaign' AND c.raw = lower(trim(t.utm_campaign))
),
counted AS (
    SELECT
        n.*,
        n.utm_source || n.utm_medium || n.utm_campaign || n.referral_code || n.referrer_host = '' AS is_direct,
        row_number() OVER in_order AS n,
        count(*) OVER of_it AS touches,
        floor(extract(epoch FROM max(n.at) OVER of_it - n.at) * 1000)::bigint AS age_ms
    FROM named AS n
    JOIN reservations AS r ON r.id = n.reservation_id
    WHERE n.at >= r.created_at - interval '720 hours'
    WINDOW in_order AS (PARTITION BY n.reservation_id ORDER BY n.position), of_it AS (PARTITION BY n.reservation_id)
),
decaying AS (
    SELECT
        c.*,
        coalesce(max(position) FILTER (WHERE NOT is_direct) OVER of_it, max(position) OVER of_it) AS last_known,
        ((age_ms % 604800000) << 30) / 604800000 AS x,
        least(age_ms / 604800000, 62)::int AS halvings
    FROM counted AS c
    WINDOW of_it AS (PARTITION BY c.reservation_id)
),
parts AS (
    SELECT
        d.*,
        (1073741824 - (x * (744261112 - (x * (257940802 - (x * (59591844 - (x * (10304738 - (x * (1386885
            - (x * 123394 >> 30)) >> 30)) >> 30)) >> 30)) >> 30)) >> 30)) >> halvings AS part
    FROM decaying AS d
),
floors AS (
    SELECT
        p.*,
        part * 1000000 / sum(part) OVER of_it::bigint AS floor_ppm,
        part * 1000000 % sum(part) OVER of_it::bigint AS remainder
    FROM parts AS p
    WINDOW of_it AS (PARTITION BY p.reservation_id)
),
weighed AS (
    SELECT
        reservation_id, utm_source, utm_medium, utm_campaign, referral_code, referrer_host, is_direct,
        (n = touches)::int * 1000000 AS last,
        (position = last_known)::int * 1000000 AS last_non_direct,
        (n = 1)::int * 1000000 AS first,
        1000000 / touches + (n <= 1000000 % touches)::int AS linear,
        CASE
            WHEN touches <= 2 THEN 1000000 / touches
            WHEN n IN (1, touches) THEN 400000
            ELSE 200000 / (touches - 2) + (n - 1 <= 200000 % (touches - 2))::int
        END AS position,
        floor_ppm + (
            row_number() OVER (PARTITION BY reservation_id ORDER BY remainder DESC, f.position)
            <= 1000000 - sum(floor_ppm) OVER (PARTITION BY reservation_id)
        )::int AS time_decay
    FROM floors AS f
    UNION ALL
    SELECT r.id, '', '', '', '', '', true, 1000000, 1000000, 1000000, 1000000, 1000000, 1000000
    FROM reservations AS r
    WHERE NOT EXISTS (SELECT 1 FROM counted AS c WHERE c.reservation_id = r.id)
)
SELECT
    w.utm_source, w.utm_medium, w.utm_campaign,
    sum(w.last)::bigint, sum(w.last_non_direct)::bigint, sum(w.first)::bigint,
    sum(w.linear)::bigint, sum(w.position)::bigint, sum(w.time_decay)::bigint,
    sum(w.time_decay * r.annual_kwh)::bigint, sum(w.time_decay * r.share_amount_cents)::bigint
FROM weighed AS w
JOIN reservations AS r ON r.id = w.reservation_id
WHERE w.utm_source || w.utm_medium || w.utm_campaign <> ''
GROUP BY w.utm_source, w.utm_medium, w.utm_campaign
ORDER BY w.utm_source COLLATE "C", w.utm_medium COLLATE "C", w.utm_campaign COLLATE "C"
