/*
title = "Im ganzen Zeitraum"
grain = "eine Zeile"
key = []
order = "uses"
columns = [
    "uses", "valid", "share_valid", "confirmed=confirmed_with_code", "contracted=contracted_with_code",
    "cancelled=cancelled_with_code", "annual_kwh=kwh_with_code",
]
ripens.count = ["contracted"]
*/
SELECT
    count(*) AS uses,
    count(*) FILTER (u.is_valid) AS valid,
    share_of(count(*) FILTER (u.is_valid), count(*)) AS share_valid,
    count(*) FILTER (u.is_confirmed) AS confirmed,
    count(*) FILTER (u.is_contracted) AS contracted,
    count(*) FILTER (u.is_cancelled) AS cancelled,
    coalesce(sum(u.annual_kwh), 0)::BIGINT AS annual_kwh
FROM staging.referral_uses AS u
WHERE u.is_in_period
