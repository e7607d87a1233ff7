-- What households said, as counted and without the guesses among it: each of the shuffled answers gives back as many
-- taps as the decoy got. The interval of 80 % joins those of the answer's and of the decoy's share, each weighted by how
-- far the corrected share follows it (MOVER). analytics/TOLD.md has the formulas.
WITH shares AS (
    SELECT
        t.told,
        bool_or(t.kind = 'decoy') AS is_decoy,
        bool_or(t.kind = 'unsure') AS is_unsure,
        count(*) AS answers,
        count(*) FILTER (t.has_decoy) AS gauged,
        -- how many of the shuffled answers are in it: one, or several where small ones are merged
        count(DISTINCT CASE WHEN t.kind = 'choice' THEN t.answer END) AS choices
    FROM marts.told_reservations AS t
    WHERE t.is_answered
    GROUP BY t.told
),

measured AS (
    SELECT
        s.*,
        g.shuffled,
        g.share AS decoy,
        g.share_low AS decoy_low,
        g.share_high AS decoy_high,
        1 - g.shuffled * g.share AS real,
        s.gauged / nullif(g.named, 0) AS share,
        g.z * g.z / nullif(g.named, 0) AS correction
    FROM shares AS s
    CROSS JOIN marts.told_guessing AS g
),

ranged AS (
    SELECT
        m.*,
        (m.share + m.correction / 2) / (1 + m.correction) AS centre,
        sqrt((m.share * (1 - m.share) + m.correction / 4) * m.correction) / (1 + m.correction) AS half,
        (m.share - m.choices * m.decoy) / m.real AS corrected,
        (m.shuffled * m.share - m.choices) / (m.real * m.real) AS slope
    FROM measured AS m
    WHERE NOT m.is_decoy AND NOT m.is_unsure AND m.real > 0
),

bounds AS (
    SELECT
        r.told,
        r.corrected,
        (r.share - greatest(r.centre - r.half, 0)) / r.real AS down,
        (least(r.centre + r.half, 1) - r.share) / r.real AS up,
        -- the end of the decoy's interval that lowers the corrected share, and the one that raises it
        abs(r.slope) * CASE WHEN r.slope > 0 THEN r.decoy - r.decoy_low ELSE r.decoy_high - r.decoy END AS decoy_down,
        abs(r.slope) * CASE WHEN r.slope > 0 THEN r.decoy_high - r.decoy ELSE r.decoy - r.decoy_low END AS decoy_up
    FROM ranged AS r
),

joined AS (
    SELECT
        b.told,
        b.corrected,
        b.corrected - sqrt(b.down * b.down + b.decoy_down * b.decoy_down) AS low,
        b.corrected + sqrt(b.up * b.up + b.decoy_up * b.decoy_up) AS high
    FROM bounds AS b
)

SELECT
    s.told,
    s.is_decoy,
    s.is_unsure,
    s.answers,
    CASE
        WHEN NOT s.is_unsure
            THEN share_of(s.answers, (sum(s.answers) FILTER (NOT s.is_unsure) OVER ())::BIGINT)
    END AS share_ppm,
    CASE WHEN b.told IS NOT NULL THEN round(1000000 * least(greatest(b.corrected, 0), 1))::BIGINT END AS corrected_ppm,
    CASE WHEN b.told IS NOT NULL THEN round(1000000 * least(greatest(b.low, 0), 1))::BIGINT END AS corrected_low_ppm,
    CASE WHEN b.told IS NOT NULL THEN round(1000000 * least(greatest(b.high, 0), 1))::BIGINT END AS corrected_high_ppm
FROM shares AS s
LEFT JOIN joined AS b ON b.told = s.told
