/*
title = "Schritt für Schritt"
grain = "eine Zeile je Schritt"
key = ["step"]
order = "list_position(['landing', 'form_started', 'step_2', 'step_3', 'step_4', 'thank_you', 'reservation', 'confirmed', 'contracted'], step)"
is_compared = true
columns = ["step", "amount", "share_of_previous", "share_of_first", "lost"]
*/
WITH amounts AS (
    SELECT
        s.step,
        sum(s.amount)::BIGINT AS amount
    FROM marts.funnel_steps AS s
    WHERE s.step_number IS NOT NULL
    GROUP BY s.step
),

steps AS (
    -- Every step is shown, also one that nobody reached.
    SELECT
        n.step,
        n.number,
        coalesce(a.amount, 0) AS amount
    FROM (
        SELECT
            unnest([
                'landing', 'form_started', 'step_2', 'step_3', 'step_4', 'thank_you',
                'reservation', 'confirmed', 'contracted'
            ]) AS step,
            unnest(range(1, 10)) AS number
    ) AS n
    LEFT JOIN amounts AS a USING (step)
    -- As long as nobody confirms an address, the step is none: 0 would read as if everybody were lost there.
    WHERE n.step <> 'confirmed' OR EXISTS (SELECT 1 FROM staging.reservation_facts AS f WHERE f.is_confirmed)
),

beside AS (
    SELECT
        s.*,
        lag(s.amount) OVER (ORDER BY s.number) AS previous,
        first_value(s.amount) OVER (ORDER BY s.number) AS first,
        s.step = 'thank_you' AND lead(s.amount) OVER (ORDER BY s.number) > s.amount AS is_short
    FROM steps AS s
)

SELECT
    b.step,
    b.amount,
    -- Reservations are counted by other means than visits: more of them than thank-you pages is no share, and then
    -- nobody can say how many were lost before that page.
    CASE WHEN b.previous >= b.amount AND NOT b.is_short THEN share_of(b.amount, b.previous) END AS share_of_previous,
    CASE WHEN b.first >= b.amount THEN share_of(b.amount, b.first) END AS share_of_first,
    CASE WHEN b.previous >= b.amount AND NOT b.is_short THEN b.previous - b.amount END AS lost
FROM beside AS b
