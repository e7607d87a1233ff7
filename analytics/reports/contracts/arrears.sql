/*
title = "Außenstände nach Alter"
grain = "eine Zeile je Alter, heute und nicht nur aus dem Zeitraum"
key = ["age"]
order = "list_position(['0 bis 14 Tage', '15 bis 30 Tage', '31 bis 60 Tage'], age)"
columns = ["age", "arrears_contracts", "arrears_cents"]
*/
SELECT
    a.age,
    a.arrears_contracts,
    a.arrears_cents
FROM marts.arrears AS a
