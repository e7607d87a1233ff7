/*
title = "Kosten"
grain = "eine Zeile je Kampagne"
key = ["campaign_id"]
order = "campaign_id"
columns = ["campaign_id", "utm_campaign", "cents=cost_cents"]
*/
SELECT
    s.campaign_id,
    any_value(s.utm_campaign) AS utm_campaign,
    sum(s.cents)::BIGINT AS cents
FROM staging.spend AS s
GROUP BY s.campaign_id
