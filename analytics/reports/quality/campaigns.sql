/*
title = "Nach Herkunft"
grain = "eine Zeile je Herkunft"
key = ["*origin"]
order = "reservations DESC, channel, utm_source, utm_medium, utm_campaign, referrer_host"
columns = [
    "*origin", "name", "age_days", "reservations", "confirmed", "contracted", "cancelled", "ripe=ripe_reservations",
    "ripe_days", "verdict=maturity", "confirmed_share=ripe_confirmed_share", "contracted_share=ripe_contracted_share",
    "cancelled_share=ripe_cancelled_share",
]
*/
WITH judged AS (
    SELECT
        q.*,
        CASE
            -- Ten make a share that one more or less does not turn around.
            WHEN q.ripe >= 10 THEN 'beurteilbar'
            WHEN q.reservations >= 10 THEN 'zu jung'
            ELSE 'zu wenige'
        END AS verdict
    FROM marts.origin_quality AS q
)

SELECT
    j.channel,
    j.utm_source,
    j.utm_medium,
    j.utm_campaign,
    j.referrer_host,
    j.name,
    j.age_days,
    j.reservations,
    j.confirmed,
    j.contracted,
    j.cancelled,
    j.ripe,
    j.ripe_days,
    j.verdict,
    CASE WHEN j.verdict = 'beurteilbar' THEN share_of(j.ripe_confirmed, j.ripe) END AS confirmed_share,
    CASE WHEN j.verdict = 'beurteilbar' THEN share_of(j.ripe_contracted, j.ripe) END AS contracted_share,
    CASE WHEN j.verdict = 'beurteilbar' THEN share_of(j.ripe_cancelled, j.ripe) END AS cancelled_share
FROM judged AS j
