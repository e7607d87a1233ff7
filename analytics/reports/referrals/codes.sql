/*
title = "Nach Codes"
grain = "eine Zeile je Code, mit dem im Zeitraum jemand kam; Codes von Haushalten, mit denen nur einer kam, stehen zusammen"
key = ["code"]
order = "recommender = 'Haushalte', contracted DESC, valid DESC, uses DESC, code"
columns = [
    "code", "recommender", "uses=uses_of_code", "valid", "confirmed=confirmed_with_code",
    "contracted=contracted_with_code", "cancelled=cancelled_with_code", "annual_kwh=kwh_with_code",
]
ripens.count = ["contracted"]
*/
WITH named AS (
    SELECT
        r.*,
        r.kind <> 'partner' AND r.uses = 1 AS is_single
    FROM marts.referrals AS r
)

SELECT
    CASE WHEN n.is_single THEN 'einmal verwendet' ELSE n.code END AS code,
    CASE WHEN n.is_single THEN 'Haushalte' WHEN n.kind = 'partner' THEN n.partner_name ELSE 'Haushalt' END AS recommender,
    sum(n.uses)::BIGINT AS uses,
    sum(n.valid)::BIGINT AS valid,
    sum(n.confirmed)::BIGINT AS confirmed,
    sum(n.contracted)::BIGINT AS contracted,
    sum(n.cancelled)::BIGINT AS cancelled,
    sum(n.annual_kwh)::BIGINT AS annual_kwh
FROM named AS n
GROUP BY ALL
