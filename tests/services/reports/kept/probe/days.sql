/*
title = "Nach Tagen"
grain = "eine Zeile je Tag mit Besuchen"
key = ["day"]
order = "day"
columns = ["day", "sessions"]
*/
SELECT
    v.day,
    v.sessions
FROM marts.visits_by_day AS v
