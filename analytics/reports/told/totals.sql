SELECT
    count(t.reservation_id) AS asked,
    count(*) FILTER (t.is_answered) AS answered,
    share_of(count(*) FILTER (t.is_answered), count(t.reservation_id)) AS response_ppm,
    count(*) FILTER (t.kind = 'unsure') AS unsure,
    any_value(g.decoys) AS decoys,
    any_value(round(1000000 * g.share)::BIGINT) AS decoy_ppm,
    any_value(CASE WHEN g.named > 0 THEN round(1000000 * least(g.shuffled * g.share, 1))::BIGINT END) AS guess_ppm,
    any_value(CASE WHEN g.named > 0 THEN round(1000000 * least(g.shuffled * g.share_low, 1))::BIGINT END) AS guess_low_ppm,
    any_value(CASE WHEN g.named > 0 THEN round(1000000 * least(g.shuffled * g.share_high, 1))::BIGINT END)
        AS guess_high_ppm
FROM marts.told_guessing AS g
LEFT JOIN marts.told_reservations AS t ON true
