/*
grain = "one row per reservation that ever came with a code that has been judged, merged ones left out"
key = ["reservation_id"]
columns = [
    "reservation_id", "day", "is_in_period", "verdict=code_verdict", "code_id", "is_valid", "is_confirmed=is_confirmed_by_code",
    "is_contracted=is_contracted_by_code", "is_cancelled=is_cancelled_by_code", "annual_kwh=kwh_with_code",
]
*/
-- Reservations that came with a referral code, with the code each counts for and what became of it. A
-- merged reservation lives on in another of its household: coming by a code it is no recommendation of its own, and
-- what came by its code counts for the code of the one in which the chain of merges ends.
WITH RECURSIVE lives_on AS (
    SELECT
        r.id AS reservation_id,
        r.merged_into_id AS heir_id
    FROM source.reservations AS r
    WHERE r.merged_into_id IS NOT NULL
    UNION
    SELECT
        l.reservation_id,
        r.merged_into_id AS heir_id
    FROM lives_on AS l
    INNER JOIN source.reservations AS r ON r.id = l.heir_id
    WHERE r.merged_into_id IS NOT NULL
),

heirs AS (
    SELECT
        l.reservation_id,
        l.heir_id
    FROM lives_on AS l
    INNER JOIN source.reservations AS r ON r.id = l.heir_id
    WHERE r.merged_into_id IS NULL
)

SELECT
    f.reservation_id,
    f.day,
    in_period(f.created_at) AS is_in_period,
    u.verdict,
    coalesce(h.id, c.id) AS code_id,
    u.verdict = 'valid' AS is_valid,
    u.verdict = 'valid' AND f.is_confirmed AS is_confirmed,
    u.verdict = 'valid' AND f.is_contracted AS is_contracted,
    u.verdict = 'valid' AND f.is_cancelled AS is_cancelled,
    CASE WHEN u.verdict = 'valid' AND NOT f.is_cancelled THEN f.annual_kwh ELSE 0 END AS annual_kwh
FROM source.referral_uses AS u
INNER JOIN staging.reservation_facts AS f ON f.reservation_id = u.reservation_id
LEFT JOIN source.referral_codes AS c ON c.id = u.code_id
LEFT JOIN heirs AS o ON o.reservation_id = c.reservation_id
LEFT JOIN source.referral_codes AS h ON h.reservation_id = o.heir_id
WHERE NOT f.is_merged
