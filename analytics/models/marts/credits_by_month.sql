-- What the reservations that hold a spot now are planned to yield in each month of the period: the year's kWh by the
-- park's monthly course, and the credit for them at each household's rate. Sums are exact; they are rounded once, here,
-- half up. What a single household gets is computed where its statement is made.
WITH months AS (
    SELECT unnest(generate_series(
        date_trunc('month', getvariable('from_day')), getvariable('to_day'), INTERVAL 1 MONTH
    ))::DATE AS month
),

shares AS (
    SELECT
        r.park_id,
        -- One row a month of reservation is enough: who reserves in a month counts from that month on.
        date_trunc('month', berlin_day(r.created_at))::DATE AS since,
        count(*) AS reservations,
        sum(r.annual_kwh)::BIGINT AS annual_kwh,
        sum(r.annual_kwh * r.credit_tenth_ct)::BIGINT AS annual_tenth_cents
    FROM source.reservations AS r
    WHERE holds_spot(r.state)
    GROUP BY ALL
)

SELECT
    s.park_id,
    m.month,
    sum(s.reservations)::BIGINT AS reservations,
    sum(s.annual_kwh * p.share_bp)::BIGINT AS kwh_bp,
    ((kwh_bp + 5000) // 10000)::BIGINT AS kwh,
    sum(s.annual_tenth_cents * p.share_bp)::BIGINT AS credit_tenth_cent_bp,
    ((credit_tenth_cent_bp + 50000) // 100000)::BIGINT AS credit_cents
FROM months AS m
INNER JOIN shares AS s ON s.since <= m.month
INNER JOIN source.production_shares AS p ON p.park_id = s.park_id AND p.month = month(m.month)
GROUP BY s.park_id, m.month
