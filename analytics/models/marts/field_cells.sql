/*
grain = "one row per pair of values of the two fields that are asked for"
key = ["value", "across"]
columns = ["value", "across", "visitors", "sessions", "form_started", "reservations", "contracted"]
*/
-- Visits and reservations by two fields of their touch at once: which page loses the visitors of which source.
WITH visited AS (
    SELECT
        of_field(
            d.channel, d.utm_source, d.utm_medium, d.utm_campaign, d.utm_term, d.utm_content, d.referral_code,
            d.referrer_host, d.landing_path, d.device
        ) AS value,
        named_field(
            getvariable('across'), d.channel, d.utm_source, d.utm_medium, d.utm_campaign, d.utm_term, d.utm_content,
            d.referral_code, d.referrer_host, d.landing_path, d.device
        ) AS across,
        sum(d.visitors)::BIGINT AS visitors,
        sum(d.sessions)::BIGINT AS sessions,
        sum(d.form_started)::BIGINT AS form_started
    FROM marts.visit_origin_days AS d
    WHERE d.sessions > 0
    GROUP BY ALL
),

reserved AS (
    SELECT
        of_field(
            r.channel, r.utm_source, r.utm_medium, r.utm_campaign, r.utm_term, r.utm_content, r.referral_code,
            r.referrer_host, r.landing_path, r.device
        ) AS value,
        named_field(
            getvariable('across'), r.channel, r.utm_source, r.utm_medium, r.utm_campaign, r.utm_term, r.utm_content,
            r.referral_code, r.referrer_host, r.landing_path, r.device
        ) AS across,
        count(*) AS reservations,
        count(*) FILTER (r.is_contracted) AS contracted
    FROM marts.reservation_origins AS r
    WHERE NOT r.is_merged
    GROUP BY ALL
)

SELECT
    value,
    across,
    coalesce(v.visitors, 0) AS visitors,
    coalesce(v.sessions, 0) AS sessions,
    coalesce(v.form_started, 0) AS form_started,
    coalesce(r.reservations, 0) AS reservations,
    coalesce(r.contracted, 0) AS contracted
FROM visited AS v
FULL JOIN reserved AS r USING (value, across)
