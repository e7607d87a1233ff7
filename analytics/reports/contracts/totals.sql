/*
title = "Verträge des Zeitraums"
grain = "eine Zeile"
key = []
order = "concluded"
columns = [
    "concluded", "judged=past_withdrawal", "withdrawn=withdrawn_contracts", "withdrawn_share=withdrawn_contracts_share",
    "concluded_kwh", "agreed_cents", "received_cents", "arrears_cents", "expected_cents",
]
*/
-- Who can still withdraw says nothing of the rate yet.
SELECT
    count(*) AS concluded,
    count(*) FILTER (c.is_over) AS judged,
    count(*) FILTER (c.is_over AND c.is_withdrawn) AS withdrawn,
    share_of(count(*) FILTER (c.is_over AND c.is_withdrawn), count(*) FILTER (c.is_over)) AS withdrawn_share,
    coalesce(sum(c.annual_kwh), 0)::BIGINT AS concluded_kwh,
    coalesce(sum(c.agreed_cents), 0)::BIGINT AS agreed_cents,
    (SELECT coalesce(sum(l.received_cents), 0)::BIGINT FROM marts.liquidity AS l) AS received_cents,
    (SELECT sum(a.arrears_cents)::BIGINT FROM marts.arrears AS a) AS arrears_cents,
    (SELECT sum(l.expected_cents)::BIGINT FROM marts.liquidity AS l) AS expected_cents
FROM staging.concluded_contracts AS c
