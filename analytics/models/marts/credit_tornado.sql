/*
grain = "one row per assumption"
key = ["factor"]
columns = ["factor", "low_label", "high_label", "low_cents", "high_cents", "base_cents"]
*/
-- How much the credits of all years change when one assumption changes and the others stay: the rate freely chosen, or
-- else the realistic one.
WITH given AS (
    SELECT
        coalesce(getvariable('rate_tenth_ct'), 60) AS rate,
        getvariable('degradation_bp') AS degradation,
        getvariable('price_path_bp') AS price
),

-- Each side is a distance from what is given, so the base is never outside: as far as the offer's scenarios lie from the
-- realistic one, the ageing that the comparison page counts with, and so on. No rate and no ageing is below 0.
sides AS (
    SELECT
        d.factor,
        d.side,
        d.percent,
        greatest(g.rate + d.rate, 0) AS rate,
        greatest(g.degradation + d.degradation, 0) AS degradation,
        g.price + d.price AS price
    FROM given AS g
    CROSS JOIN (
        VALUES
        ('', 'base', 0, 100, 0, 0),
        ('Gutschriftsatz', 'low', -10, 100, 0, 0),
        ('Gutschriftsatz', 'high', 20, 100, 0, 0),
        ('Ertrag der Anlage', 'low', 0, 90, 0, 0),
        ('Ertrag der Anlage', 'high', 0, 110, 0, 0),
        ('Alterung der Module', 'low', 0, 100, 50, 0),
        ('Alterung der Module', 'high', 0, 100, -50, 0),
        ('Preispfad', 'low', 0, 100, 0, -200),
        ('Preispfad', 'high', 0, 100, 0, 300),
        ('Stornierungen', 'low', 0, 80, 0, 0),
        ('Stornierungen', 'high', 0, 100, 0, 0)
    ) AS d (factor, side, rate, percent, degradation, price)
),

labelled AS (
    SELECT
        s.*,
        CASE s.factor
            WHEN 'Gutschriftsatz' THEN german_decimal(s.rate, 10) || ' Cent'
            WHEN 'Ertrag der Anlage' THEN german_change(s.percent - 100, 1) || ' %'
            WHEN 'Alterung der Module'
                THEN CASE s.degradation WHEN 0 THEN 'keine' ELSE german_decimal(s.degradation, 100) || ' % je Jahr' END
            WHEN 'Preispfad' THEN german_change(s.price, 100) || ' % je Jahr'
            ELSE CASE s.percent WHEN 100 THEN 'keine' ELSE german_decimal(100 - s.percent, 1) || ' %' END
        END AS label
    FROM sides AS s
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
    FROM labelled AS s
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
