SELECT
    r.code,
    CASE r.kind WHEN 'partner' THEN r.partner_name ELSE 'Haushalt' END AS recommender,
    r.uses,
    r.valid,
    r.confirmed,
    r.contracted,
    r.cancelled,
    r.annual_kwh
FROM marts.referrals AS r
