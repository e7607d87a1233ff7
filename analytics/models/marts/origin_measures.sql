-- What origins are credited with by the six models, in contracts, in kWh a year and in money. Every measure is of the
-- reservations that became contracts, and each is divided like the reservation itself.
WITH measured AS (
    SELECT
        r.reservation_id,
        unnest(['contracts', 'kwh', 'cents']) AS measure,
        unnest([1, r.annual_kwh, r.share_cents]) AS amount
    FROM staging.reservations AS r
    WHERE NOT r.is_merged AND r.is_contracted
),

credited AS (
    SELECT
        m.measure,
        a.channel,
        a.utm_source,
        a.utm_medium,
        a.utm_campaign,
        a.referrer_host,
        sum(a.last_ppm * m.amount)::BIGINT AS last_ppm,
        sum(a.last_non_direct_ppm * m.amount)::BIGINT AS last_non_direct_ppm,
        sum(a.first_ppm * m.amount)::BIGINT AS first_ppm,
        sum(a.linear_ppm * m.amount)::BIGINT AS linear_ppm,
        sum(a.position_ppm * m.amount)::BIGINT AS position_ppm,
        sum(a.time_decay_ppm * m.amount)::BIGINT AS time_decay_ppm
    FROM marts.attribution AS a
    INNER JOIN measured AS m USING (reservation_id)
    WHERE a.is_chosen
    GROUP BY ALL
)

SELECT
    c.*,
    least(c.last_ppm, c.last_non_direct_ppm, c.first_ppm, c.linear_ppm, c.position_ppm, c.time_decay_ppm) AS fewest_ppm,
    greatest(c.last_ppm, c.last_non_direct_ppm, c.first_ppm, c.linear_ppm, c.position_ppm, c.time_decay_ppm) AS most_ppm
FROM credited AS c
