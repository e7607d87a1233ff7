-- Credit over all reservations, of which the unknown paths are taken to be like the remembered ones, with an 80 % interval
-- for the chosen model. Origins that touched fewer than five reservations stand together by channel.
WITH credited AS (
    SELECT
        c.measure,
        c.channel,
        CASE WHEN NOT are_too_few(c.reservations) THEN c.utm_source ELSE '' END AS utm_source,
        CASE WHEN NOT are_too_few(c.reservations) THEN c.utm_medium ELSE '' END AS utm_medium,
        CASE WHEN NOT are_too_few(c.reservations) THEN c.utm_campaign ELSE '' END AS utm_campaign,
        CASE WHEN NOT are_too_few(c.reservations) THEN c.referrer_host ELSE '' END AS referrer_host,
        count(*) AS origins,
        sum(of_model(
            c.last_ppm, c.last_non_direct_ppm, c.first_ppm, c.linear_ppm, c.position_ppm, c.time_decay_ppm
        ) + c.as_seen_ppm)::BIGINT AS seen_ppm,
        sum(c.all_last_ppm)::BIGINT AS last_ppm,
        sum(c.all_last_non_direct_ppm)::BIGINT AS last_non_direct_ppm,
        sum(c.all_first_ppm)::BIGINT AS first_ppm,
        sum(c.all_linear_ppm)::BIGINT AS linear_ppm,
        sum(c.all_position_ppm)::BIGINT AS position_ppm,
        sum(c.all_time_decay_ppm)::BIGINT AS time_decay_ppm,
        any_value(c.unknown) AS unknown,
        sum(c.squares) AS squares,
        any_value(c.uncertainty_e12) AS uncertainty_e12
    FROM marts.remembered_credit AS c
    WHERE c.all_last_ppm IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6
),

ranged AS (
    SELECT
        c.*,
        of_model(
            c.last_ppm, c.last_non_direct_ppm, c.first_ppm, c.linear_ppm, c.position_ppm, c.time_decay_ppm
        ) AS chosen_ppm,
        -- The share of what is unknown that the chosen model credits it with.
        (chosen_ppm - c.seen_ppm) / (c.unknown * 1e6) AS share,
        cases_of_share(share, c.uncertainty_e12, in_cases_e12(c.squares, c.unknown)) AS cases,
        c.unknown * 1e6 * (wilson_middle(share, cases) - wilson_half(share, cases)) AS least_unknown,
        c.unknown * 1e6 * (wilson_middle(share, cases) + wilson_half(share, cases)) AS most_unknown
    FROM credited AS c
)

SELECT
    r.measure,
    r.channel,
    r.utm_source,
    r.utm_medium,
    r.utm_campaign,
    r.referrer_host,
    r.origins,
    r.seen_ppm,
    r.chosen_ppm,
    CASE WHEN r.unknown = 0 THEN r.chosen_ppm ELSE r.seen_ppm + greatest(0, floor(r.least_unknown))::BIGINT END
        AS lower_ppm,
    CASE
        WHEN r.unknown = 0 THEN r.chosen_ppm
        ELSE r.seen_ppm + least(r.unknown * 1000000, ceil(r.most_unknown))::BIGINT
    END AS upper_ppm,
    r.last_ppm,
    r.last_non_direct_ppm,
    r.first_ppm,
    r.linear_ppm,
    r.position_ppm,
    r.time_decay_ppm,
    least(r.last_ppm, r.last_non_direct_ppm, r.first_ppm, r.linear_ppm, r.position_ppm, r.time_decay_ppm) AS fewest_ppm,
    greatest(r.last_ppm, r.last_non_direct_ppm, r.first_ppm, r.linear_ppm, r.position_ppm, r.time_decay_ppm) AS most_ppm
FROM ranged AS r
