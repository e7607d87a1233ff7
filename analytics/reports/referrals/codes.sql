/*
title = "Nach Codes"
grain = "eine Zeile je Code, mit dem im Zeitraum jemand kam"
key = ["code"]
order = "contracted DESC, valid DESC, uses DESC, code"
columns = [
    "code", "recommender", "uses=uses_of_code", "valid", "confirmed=confirmed_with_code",
    "contracted=contracted_with_code", "cancelled=cancelled_with_code", "annual_kwh=kwh_with_code",
]
*/
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
