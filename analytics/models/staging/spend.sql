/*
grain = "one row per day and campaign with costs in the period"
key = ["day", "campaign_id"]
columns = ["day", "campaign_id", "utm_source", "utm_medium", "utm_campaign", "cents"]
*/
-- What campaigns cost in the period up to today, with the tags by which their visits are found, as far as the filters
-- let them through. A cost entered for a day to come counts once that day has come, in every report alike.
SELECT
    k.day,
    k.campaign_id,
    c.utm_source,
    c.utm_medium,
    c.utm_campaign,
    k.cents
FROM source.campaign_costs AS k
INNER JOIN source.campaigns AS c ON c.id = k.campaign_id
WHERE
    k.day BETWEEN getvariable('from_day') AND least(getvariable('to_day'), getvariable('as_of_day'))
    AND chosen('campaign', getvariable('only_channel'))
    AND chosen(
        channel_group_of(c.utm_source, c.utm_medium, c.utm_campaign, '', '', ''), getvariable('only_channel_group')
    )
    AND chosen(c.utm_source, getvariable('only_utm_source'))
    AND chosen(c.utm_medium, getvariable('only_utm_medium'))
    AND chosen(c.utm_campaign, getvariable('only_utm_campaign'))
