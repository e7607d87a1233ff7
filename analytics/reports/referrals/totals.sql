SELECT
    count(*) AS uses,
    count(*) FILTER (u.is_valid) AS valid,
    share_of(count(*) FILTER (u.is_valid), count(*)) AS share_valid,
    count(*) FILTER (u.is_confirmed) AS confirmed,
    count(*) FILTER (u.is_contracted) AS contracted,
    count(*) FILTER (u.is_cancelled) AS cancelled,
    coalesce(sum(u.annual_kwh), 0)::BIGINT AS annual_kwh
FROM staging.referral_uses AS u
