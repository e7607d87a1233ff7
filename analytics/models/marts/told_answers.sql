/*
grain = "one row per answer as it is shown"
key = ["told"]
columns = ["told", "is_unsure", "answers", "share_ppm"]
*/
-- What households said.
WITH shares AS (
    SELECT
        t.told,
        bool_or(t.kind = 'unsure') AS is_unsure,
        count(*) AS answers
    FROM marts.told_reservations AS t
    WHERE t.is_answered
    GROUP BY t.told
)

SELECT
    s.told,
    s.is_unsure,
    s.answers,
    CASE
        WHEN NOT s.is_unsure
            THEN share_of(s.answers, (sum(s.answers) FILTER (NOT s.is_unsure) OVER ())::BIGINT)
    END AS share_ppm
FROM shares AS s
