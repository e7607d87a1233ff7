/*
title = "Im ganzen Zeitraum"
grain = "eine Zeile"
key = []
order = "visitors"
is_compared = true
columns = [
    "visitors", "sessions", "reservations", "contracted", "bound_kwh", "quote", "cost_cents", "cost_per_reservation",
    "ripe_cost_cents", "ripe_bound_kwh", "cost_per_kwh", "asked", "remembered=consented", "consent", "consent_of_asked",
    "flagged_sessions", "flagged",
]
ripens.count = ["contracted", "bound_kwh"]
ripens.ratio = ["ripe_cost_cents", "ripe_bound_kwh", "cost_per_kwh"]
*/
WITH summed AS (
    SELECT
        coalesce(sum(d.visitors), 0)::BIGINT AS visitors,
        coalesce(sum(d.sessions), 0)::BIGINT AS sessions,
        coalesce(sum(d.asked), 0)::BIGINT AS asked,
        coalesce(sum(d.remembered), 0)::BIGINT AS remembered,
        coalesce(sum(d.flagged_sessions), 0)::BIGINT AS flagged_sessions,
        coalesce(sum(d.reservations), 0)::BIGINT AS reservations,
        coalesce(sum(d.contracted), 0)::BIGINT AS contracted,
        coalesce(sum(d.bound_kwh), 0)::BIGINT AS bound_kwh,
        sum(d.cost_cents)::BIGINT AS cost_cents,
        sum(d.cost_cents) FILTER (d.is_ripe AND d.has_costs)::BIGINT AS ripe_cost_cents,
        sum(d.bound_kwh) FILTER (d.is_ripe)::BIGINT AS ripe_bound_kwh
    FROM marts.marketing_days AS d
)

SELECT
    s.visitors,
    s.sessions,
    s.reservations,
    s.contracted,
    s.bound_kwh,
    rate_of(s.reservations, s.visitors) AS quote,
    s.cost_cents,
    divided(s.cost_cents, s.reservations) AS cost_per_reservation,
    s.ripe_cost_cents,
    s.ripe_bound_kwh,
    divided(s.ripe_cost_cents * 1000, s.ripe_bound_kwh) AS cost_per_kwh,
    s.asked,
    s.remembered,
    share_of(s.remembered, s.sessions) AS consent,
    share_of(s.remembered, s.asked) AS consent_of_asked,
    s.flagged_sessions,
    share_of(
        s.flagged_sessions, s.sessions + CASE WHEN getvariable('with_bots') THEN 0 ELSE s.flagged_sessions END
    ) AS flagged
FROM summed AS s
