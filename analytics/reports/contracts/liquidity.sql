/*
title = "Liquidität nach Monaten"
grain = "eine Zeile je Monat des Zeitraums, dazu der laufende und die zwölf danach"
key = ["month"]
order = "month"
columns = ["month", "due_cents", "received_cents", "returned_cents", "paid_out_cents", "expected_cents"]
*/
SELECT
    l.month,
    l.due_cents,
    l.received_cents,
    l.returned_cents,
    l.paid_out_cents,
    l.expected_cents
FROM marts.liquidity AS l
