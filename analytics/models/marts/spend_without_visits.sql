/*
grain = "one row per campaign with costs and without sessions in the period"
key = ["campaign_id"]
columns = ["campaign_id", "name", "cents", "first_day", "last_day"]
*/
-- Money without tagged visits: campaigns that cost something in the period while no session came with their tags.
-- Either nobody came, or the links lead here without the tags.
SELECT
    s.campaign_id,
    any_value(c.name) AS name,
    sum(s.cents)::BIGINT AS cents,
    min(s.day) AS first_day,
    max(s.day) AS last_day
FROM staging.spend AS s
INNER JOIN source.campaigns AS c ON c.id = s.campaign_id
WHERE
    s.cents > 0
    AND NOT EXISTS (
        SELECT 1 FROM marts.origin_days AS d
        WHERE d.campaign_id = s.campaign_id AND d.sessions > 0
    )
GROUP BY s.campaign_id
