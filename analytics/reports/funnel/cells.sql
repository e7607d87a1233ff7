/*
title = "Nach Zielseite und Gerät"
grain = "eine Zeile je Zielseite und Gerät"
key = ["landing_path", "device"]
order = "landing DESC, landing_path, device"
columns = ["landing_path", "device", "landing=sessions", "form_started", "thank_you", "begun_share"]
*/
-- Where visitors landed, with what in their hands, and how many of them began the form.
WITH cells AS (
    SELECT
        d.landing_path,
        d.device,
        sum(d.sessions)::BIGINT AS landing,
        sum(d.form_started)::BIGINT AS form_started,
        sum(d.reserved)::BIGINT AS thank_you
    FROM marts.visit_origin_days AS d
    GROUP BY d.landing_path, d.device
)

SELECT
    c.*,
    share_of(c.form_started, c.landing) AS begun_share
FROM cells AS c
WHERE c.landing > 0
