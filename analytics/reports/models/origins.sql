WITH whole AS (
    -- Budgets are divided among campaigns only: nothing else costs anything here.
    SELECT
        coalesce(sum(d.cost_cents), 0)::HUGEINT AS cents,
        sum(d.last_ppm)::BIGINT AS last_ppm,
        sum(d.last_non_direct_ppm)::BIGINT AS last_non_direct_ppm,
        sum(d.first_ppm)::BIGINT AS first_ppm,
        sum(d.linear_ppm)::BIGINT AS linear_ppm,
        sum(d.position_ppm)::BIGINT AS position_ppm,
        sum(d.time_decay_ppm)::BIGINT AS time_decay_ppm,
        sum(d.chosen_ppm)::BIGINT AS chosen_ppm
    FROM marts.model_disagreement AS d
    WHERE d.channel = 'campaign'
),

budgets AS (
    SELECT
        d.*,
        divided(w.cents * d.chosen_ppm, w.chosen_ppm)::BIGINT AS chosen_cents,
        [
            divided(w.cents * d.last_ppm, w.last_ppm)::BIGINT,
            divided(w.cents * d.last_non_direct_ppm, w.last_non_direct_ppm)::BIGINT,
            divided(w.cents * d.first_ppm, w.first_ppm)::BIGINT,
            divided(w.cents * d.linear_ppm, w.linear_ppm)::BIGINT,
            divided(w.cents * d.position_ppm, w.position_ppm)::BIGINT,
            divided(w.cents * d.time_decay_ppm, w.time_decay_ppm)::BIGINT
        ] AS cents
    FROM marts.model_disagreement AS d
    CROSS JOIN whole AS w
    WHERE d.most_ppm > 0 OR d.cost_cents > 0
)

SELECT
    b.channel,
    b.utm_source,
    b.utm_medium,
    b.utm_campaign,
    b.referrer_host,
    b.last_ppm,
    b.last_non_direct_ppm,
    b.first_ppm,
    b.linear_ppm,
    b.position_ppm,
    b.time_decay_ppm,
    b.fewest_ppm,
    b.fewest_by,
    b.most_ppm,
    b.most_by,
    b.would_gain_ppm,
    b.would_lose_ppm,
    CASE WHEN b.channel = 'campaign' THEN b.cost_cents END AS cost_cents,
    CASE WHEN b.channel = 'campaign' THEN divided(b.cost_cents * 1000000::HUGEINT, b.chosen_ppm)::BIGINT END
        AS cost_per_reservation,
    CASE WHEN b.channel = 'campaign' AND b.cost_cents IS NOT NULL THEN b.chosen_cents END AS budget_cents,
    CASE WHEN b.channel = 'campaign' AND b.cost_cents IS NOT NULL THEN list_min(b.cents) END AS least_budget_cents,
    CASE WHEN b.channel = 'campaign' AND b.cost_cents IS NOT NULL THEN list_max(b.cents) END AS most_budget_cents
FROM budgets AS b
