/*
title = "Nach einem zweiten Feld"
grain = "eine Zeile je Paar von Werten"
reach = "screen"
key = ["value", "across"]
order = "visitors DESC, reservations DESC, value, across"
columns = ["value", "across", "visitors", "sessions", "form_started", "reservations", "quote", "contracted"]
ripens.count = ["contracted"]
*/
SELECT
    c.value,
    c.across,
    c.visitors,
    c.sessions,
    c.form_started,
    c.reservations,
    rate_of(c.reservations, c.visitors) AS quote,
    c.contracted
FROM marts.field_cells AS c
