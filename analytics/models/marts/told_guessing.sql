-- How many households tapped an answer at random. A guess falls on each of the ten shuffled answers alike, so the decoy
-- gets a tenth of all guesses, and ten times its taps are guesses. Only households that were shown the decoy say
-- something about that, and those who do not remember tapped no origin. analytics/TOLD.md has the formulas.
--
-- Floating point with sums, products, quotients and roots alone is the same in every engine; results are whole.
WITH counted AS (
    SELECT
        count(*) AS named,
        count(*) FILTER (t.kind = 'decoy') AS decoys,
        -- of the normal distribution: four fifths lie between -z and z
        1.2815515655446004::DOUBLE AS z
    FROM marts.told_reservations AS t
    WHERE t.is_answered AND t.has_decoy AND t.kind <> 'unsure'
),

shares AS (
    SELECT
        c.*,
        (SELECT count(*) FROM staging.told_labels AS l WHERE l.kind IN ('choice', 'decoy')) AS shuffled,
        c.decoys / nullif(c.named, 0) AS share,
        c.z * c.z / nullif(c.named, 0) AS correction
    FROM counted AS c
),

ranged AS (
    SELECT
        s.*,
        (s.share + s.correction / 2) / (1 + s.correction) AS centre,
        sqrt((s.share * (1 - s.share) + s.correction / 4) * s.correction) / (1 + s.correction) AS half
    FROM shares AS s
)

SELECT
    r.named,
    r.decoys,
    r.shuffled,
    r.z,
    r.share,
    -- `greatest` and `least` skip nulls: without an answer nothing is known, which is neither 0 nor 1.
    CASE WHEN r.named > 0 THEN greatest(r.centre - r.half, 0) END AS share_low,
    CASE WHEN r.named > 0 THEN least(r.centre + r.half, 1) END AS share_high
FROM ranged AS r
