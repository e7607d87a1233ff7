/*
grain = "one row per measure and origin with contracts in the period"
key = ["measure", "*origin"]
columns = ["measure", "*origin", "*models"]
table = true
*/
-- What origins are credited with by the six models, in contracts, in kWh a year and in money. Every measure is of the
-- reservations that became contracts, and each is divided like the reservation itself.
WITH credited AS (
    SELECT
        c.measure,
        c.channel,
        c.utm_source,
        c.utm_medium,
        c.utm_campaign,
        c.referrer_host,
        sum(COLUMNS('_ppm$'))::BIGINT
    FROM marts.credit_cells AS c
    WHERE c.is_chosen AND c.measure <> 'reservations'
    GROUP BY ALL
)

SELECT
    c.*,
    least(c.last_ppm, c.last_non_direct_ppm, c.first_ppm, c.linear_ppm, c.position_ppm, c.time_decay_ppm) AS fewest_ppm,
    greatest(c.last_ppm, c.last_non_direct_ppm, c.first_ppm, c.linear_ppm, c.position_ppm, c.time_decay_ppm) AS most_ppm
FROM credited AS c
