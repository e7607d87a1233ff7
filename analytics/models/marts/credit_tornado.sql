-- How much the credits of all years change when one assumption changes and the others stay: the rate freely chosen, or
-- else the realistic one.
WITH given AS (
    SELECT
        coalesce(getvariable('rate_tenth_ct'), 60) AS rate,
        getvariable('degradation_bp') AS degradation,
        getvariable('price_path_bp') AS price
),

sides AS (
    SELECT
        s.factor,
        s.side,
        s.label,
        coalesce(s.rate, g.rate) AS rate,
        coalesce(s.percent, 100) AS percent,
        coalesce(s.degradation, g.degradation) AS degradation,
        coalesce(s.price, g.price) AS price
    FROM given AS g
    CROSS JOIN (
        VALUES
        ('', 'base', '', NULL, NULL, NULL, NULL),
        ('Gutschriftsatz', 'low', '5 Cent', 50, NULL, NULL, NULL),
        ('Gutschriftsatz', 'high', '8 Cent', 80, NULL, NULL, NULL),
        ('Ertrag der Anlage', 'low', '−10 %', NULL, 90, NULL, NULL),
        ('Ertrag der Anlage', 'high', '+10 %', NULL, 110, NULL, NULL),
        ('Alterung der Module', 'low', '0,8 % je Jahr', NULL, NULL, 80, NULL),
        ('Alterung der Module', 'high', 'keine', NULL, NULL, 0, NULL),
        ('Preispfad', 'low', '−2 % je Jahr', NULL, NULL, NULL, -200),
        ('Preispfad', 'high', '+3 % je Jahr', NULL, NULL, NULL, 300),
        ('Stornierungen', 'low', '20 %', NULL, 80, NULL, NULL),
        ('Stornierungen', 'high', 'keine', NULL, 100, NULL, NULL)
    ) AS s (factor, side, label, rate, percent, degradation, price)
),

shares AS (
    SELECT coalesce(sum(g.reservations * g.annual_kwh), 0)::HUGEINT AS annual_kwh FROM staging.credit_groups AS g
),

years AS (
    SELECT DISTINCT m.year, m.money_ppm FROM staging.credit_months AS m
),

summed AS (
    SELECT
        s.factor,
        s.side,
        s.label,
        sum(
            h.annual_kwh * s.percent * compounded(10000 - s.degradation, 10000, y.year)
            * paid_rate(s.rate, compounded(10000 + s.price, 10000, y.year), y.money_ppm)
        ) AS credit_e15
    FROM sides AS s
    CROSS JOIN shares AS h
    CROSS JOIN years AS y
    GROUP BY ALL
)

SELECT
    l.factor,
    l.label AS low_label,
    h.label AS high_label,
    whole_e17(l.credit_e15 * 100) AS low_cents,
    whole_e17(h.credit_e15 * 100) AS high_cents,
    whole_e17(b.credit_e15 * 100) AS base_cents
FROM summed AS l
INNER JOIN summed AS h ON h.factor = l.factor AND h.side = 'high'
INNER JOIN summed AS b ON b.side = 'base'
WHERE l.side = 'low'
