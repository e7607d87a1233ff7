/*
grain = "one row per code that reservations of the period came with, or others whom those had recommended in turn"
key = ["code_id"]
columns = [
    "code_id", "code", "kind=recommender_kind", "partner_name", "uses=uses_of_code", "valid",
    "confirmed=confirmed_with_code", "contracted=contracted_with_code", "cancelled=cancelled_with_code",
    "annual_kwh=kwh_with_code", "chain_contracted", "chain_kwh",
]
*/
-- What each referral code brought in the period, directly and through those who had come by it at any time. A reservation
-- counts once for each code above it, and none for its own, so that a circle, as merging can close one, ends.
WITH RECURSIVE brought AS (
    SELECT
        u.code_id,
        u.reservation_id
    FROM staging.referral_uses AS u
    WHERE u.is_valid
    UNION
    SELECT
        b.code_id,
        u.reservation_id
    FROM brought AS b
    INNER JOIN source.referral_codes AS c ON c.reservation_id = b.reservation_id
    INNER JOIN staging.referral_uses AS u ON u.code_id = c.id
    WHERE u.is_valid
),

counted AS (
    SELECT
        u.code_id,
        true AS is_direct,
        u.*EXCLUDE (code_id)
    FROM staging.referral_uses AS u
    WHERE u.is_in_period
    UNION ALL
    SELECT
        b.code_id,
        false AS is_direct,
        u.*EXCLUDE (code_id)
    FROM brought AS b
    INNER JOIN staging.referral_uses AS u ON u.reservation_id = b.reservation_id AND u.code_id <> b.code_id
    INNER JOIN source.referral_codes AS c ON c.id = b.code_id
    WHERE
        u.is_in_period AND (u.is_contracted OR NOT u.is_cancelled)
        AND c.reservation_id IS DISTINCT FROM u.reservation_id
)

SELECT
    c.id AS code_id,
    c.code,
    c.kind,
    c.partner_name,
    count(*) FILTER (u.is_direct) AS uses,
    count(*) FILTER (u.is_direct AND u.is_valid) AS valid,
    count(*) FILTER (u.is_direct AND u.is_confirmed) AS confirmed,
    count(*) FILTER (u.is_direct AND u.is_contracted) AS contracted,
    count(*) FILTER (u.is_direct AND u.is_cancelled) AS cancelled,
    coalesce(sum(u.annual_kwh) FILTER (u.is_direct), 0)::BIGINT AS annual_kwh,
    count(*) FILTER (u.is_contracted) AS chain_contracted,
    sum(u.annual_kwh)::BIGINT AS chain_kwh
FROM counted AS u
INNER JOIN source.referral_codes AS c ON c.id = u.code_id
GROUP BY c.id, c.code, c.kind, c.partner_name
