/*
title = "Woran die Gutschriften hängen"
grain = "eine Zeile je Annahme"
reach = "screen"
key = ["factor"]
order = "range_cents DESC, factor"
columns = ["factor", "low_label", "high_label", "low_cents", "base_cents", "high_cents", "range_cents"]
*/
SELECT
    t.factor,
    t.low_label,
    t.high_label,
    t.low_cents,
    t.base_cents,
    t.high_cents,
    abs(t.high_cents - t.low_cents) AS range_cents
FROM marts.credit_tornado AS t
