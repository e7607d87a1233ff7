-- Costs by day with what they have come to, and what is left of the budget. The sums begin with the period.
SELECT
    s.day,
    s.campaign_id,
    s.cents,
    sum(s.cents) OVER so_far::BIGINT AS cents_so_far,
    c.budget_cents - sum(s.cents) OVER so_far::BIGINT AS budget_left_cents
FROM staging.spend AS s
INNER JOIN source.campaigns AS c ON c.id = s.campaign_id
WINDOW so_far AS (PARTITION BY s.campaign_id ORDER BY s.day)
