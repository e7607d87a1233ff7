/*
grain = "one row per window: the hours after a sending, and the same hours of the eight weeks before"
key = ["weeks_before"]
columns = ["weeks_before", "has_begun", "visitors", "tagged_visitors", "direct_visitors", "reservations"]
*/
-- Who came in the hours after a sending, and in the same hours by Berlin's clock of the same weekday before. Arrivals
-- count, each visitor of a day once; bots do not. Few days are read, as single visits: an hour of each origin in the
-- rollup would be most of its visits again.
WITH windows AS (
    SELECT
        w.weeks_before,
        berlin_hour(getvariable('from_day') - (7 * w.weeks_before)::INTEGER, getvariable('began_hour')) AS began_at,
        berlin_hour(
            getvariable('from_day') - (7 * w.weeks_before)::INTEGER, getvariable('began_hour') + getvariable('hours')
        ) AS ended_at
    FROM (SELECT unnest(range(9)) AS weeks_before) AS w
),

arrived AS (
    SELECT
        v.at,
        v.day,
        v.visitor,
        coalesce(sources.canonical, told_source(v.utm_source, v.utm_medium, v.utm_campaign, v.referral_code, v.clicked_ad)) AS utm_source,
        coalesce(mediums.canonical, told_medium(v.utm_source, v.utm_medium, v.utm_campaign, v.referral_code, v.clicked_ad)) AS utm_medium,
        coalesce(campaigns.canonical, lower(trim(v.utm_campaign))) AS utm_campaign,
        trim(v.referral_code) AS referral_code,
        trim(v.referrer_host) AS referrer_host
    FROM source.visits AS v
    LEFT JOIN source.aliases AS sources
        ON
            alias_key(sources.field, sources.raw)
            = alias_key('utm_source', told_source(v.utm_source, v.utm_medium, v.utm_campaign, v.referral_code, v.clicked_ad))
    LEFT JOIN source.aliases AS mediums
        ON
            alias_key(mediums.field, mediums.raw)
            = alias_key('utm_medium', told_medium(v.utm_source, v.utm_medium, v.utm_campaign, v.referral_code, v.clicked_ad))
    LEFT JOIN source.aliases AS campaigns
        ON alias_key(campaigns.field, campaigns.raw) = alias_key('utm_campaign', lower(trim(v.utm_campaign)))
    WHERE
        v.is_arrival
        AND NOT (v.is_bot OR v.is_referrer_spam)
        AND v.day BETWEEN getvariable('from_day') - 56 AND getvariable('from_day') + 8
        -- Of each week the days that a window touches: of a spot in the radio one or two.
        AND (v.day - getvariable('from_day') + 56) % 7 <= (getvariable('began_hour') + getvariable('hours')) // 24
),

visited AS (
    SELECT
        w.weeks_before,
        a.day,
        a.visitor,
        bool_or(k.id IS NOT NULL) AS is_tagged,
        bool_and(
            channel_of(a.utm_source, a.utm_medium, a.utm_campaign, a.referral_code, a.referrer_host) = 'direct'
        ) AS is_direct
    FROM arrived AS a
    INNER JOIN windows AS w ON a.at >= w.began_at AND a.at < w.ended_at
    LEFT JOIN source.campaigns AS k
        ON
            k.id = getvariable('campaign')
            AND k.utm_source = a.utm_source
            AND k.utm_medium = a.utm_medium
            AND k.utm_campaign = a.utm_campaign
    GROUP BY w.weeks_before, a.day, a.visitor
),

counted AS (
    SELECT
        weeks_before,
        count(*) AS visitors,
        count(*) FILTER (is_tagged) AS tagged,
        count(*) FILTER (is_direct) AS direct
    FROM visited
    GROUP BY weeks_before
),

reserved AS (
    SELECT
        w.weeks_before,
        count(*) AS reservations
    FROM source.reservations AS r
    INNER JOIN windows AS w ON r.created_at >= w.began_at AND r.created_at < w.ended_at
    WHERE r.merged_into_id IS NULL
    GROUP BY w.weeks_before
)

SELECT
    w.weeks_before,
    coalesce((SELECT min(v.at) FROM source.visits AS v) <= w.began_at, false) AS has_begun,
    coalesce(c.visitors, 0) AS visitors,
    coalesce(c.tagged, 0) AS tagged_visitors,
    coalesce(c.direct, 0) AS direct_visitors,
    coalesce(r.reservations, 0) AS reservations
FROM windows AS w
LEFT JOIN counted AS c USING (weeks_before)
LEFT JOIN reserved AS r USING (weeks_before)
