-- Credit over the reservations whose earlier visits may be remembered, and over no others. Origins that touched fewer than
-- five of them stand together by channel.
WITH credited AS (
    SELECT
        c.measure,
        c.channel,
        CASE WHEN NOT are_too_few(c.remembered) THEN c.utm_source ELSE '' END AS utm_source,
        CASE WHEN NOT are_too_few(c.remembered) THEN c.utm_medium ELSE '' END AS utm_medium,
        CASE WHEN NOT are_too_few(c.remembered) THEN c.utm_campaign ELSE '' END AS utm_campaign,
        CASE WHEN NOT are_too_few(c.remembered) THEN c.referrer_host ELSE '' END AS referrer_host,
        count(*) AS origins,
        sum(c.remembered)::BIGINT AS remembered,
        sum(c.last_ppm)::BIGINT AS last_ppm,
        sum(c.last_non_direct_ppm)::BIGINT AS last_non_direct_ppm,
        sum(c.first_ppm)::BIGINT AS first_ppm,
        sum(c.linear_ppm)::BIGINT AS linear_ppm,
        sum(c.position_ppm)::BIGINT AS position_ppm,
        sum(c.time_decay_ppm)::BIGINT AS time_decay_ppm
    FROM marts.remembered_credit AS c
    WHERE c.remembered > 0
    GROUP BY 1, 2, 3, 4, 5, 6
)

SELECT
    c.*,
    least(c.last_ppm, c.last_non_direct_ppm, c.first_ppm, c.linear_ppm, c.position_ppm, c.time_decay_ppm) AS fewest_ppm,
    greatest(c.last_ppm, c.last_non_direct_ppm, c.first_ppm, c.linear_ppm, c.position_ppm, c.time_decay_ppm) AS most_ppm
FROM credited AS c
