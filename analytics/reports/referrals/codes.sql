/*
title = "Nach Codes"
grain = "eine Zeile je Code, mit dem oder durch den im Zeitraum jemand kam; Codes von Haushalten, die nur einen brachten, stehen zusammen"
key = ["code"]
order = "recommender = 'Haushalte', chain_contracted DESC, chain_kwh DESC, valid DESC, uses DESC, code"
columns = [
    "code", "recommender", "uses=uses_of_code", "valid", "confirmed=confirmed_with_code",
    "contracted=contracted_with_code", "cancelled=cancelled_with_code", "annual_kwh=kwh_with_code",
    "chain_contracted", "chain_kwh",
]
ripens.count = ["contracted", "chain_contracted"]
*/
WITH named AS (
    SELECT
        r.*,
        r.kind <> 'partner' AND r.uses = 1 AND r.chain_kwh = r.annual_kwh AND r.chain_contracted = r.contracted AS is_single
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
    sum(n.annual_kwh)::BIGINT AS annual_kwh,
    sum(n.chain_contracted)::BIGINT AS chain_contracted,
    sum(n.chain_kwh)::BIGINT AS chain_kwh
FROM named AS n
GROUP BY ALL
