/*
grain = "one row per code that reservations of the period came with"
key = ["code_id"]
columns = [
    "code_id", "code", "kind=recommender_kind", "partner_name", "uses=uses_of_code", "valid",
    "confirmed=confirmed_with_code", "contracted=contracted_with_code", "cancelled=cancelled_with_code",
    "annual_kwh=kwh_with_code",
]
*/
-- What each referral code brought in the period.
SELECT
    c.id AS code_id,
    c.code,
    c.kind,
    c.partner_name,
    count(*) AS uses,
    count(*) FILTER (u.is_valid) AS valid,
    count(*) FILTER (u.is_confirmed) AS confirmed,
    count(*) FILTER (u.is_contracted) AS contracted,
    count(*) FILTER (u.is_cancelled) AS cancelled,
    sum(u.annual_kwh)::BIGINT AS annual_kwh
FROM staging.referral_uses AS u
INNER JOIN source.referral_codes AS c ON c.id = u.code_id
GROUP BY c.id, c.code, c.kind, c.partner_name
