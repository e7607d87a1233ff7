/*
title = "Quartal für Quartal"
grain = "eine Zeile je Quartal: das des letzten Tages und die drei davor"
key = ["quarter"]
order = "right(quarter, 4) DESC, quarter DESC"
by_quarter = true
columns = [
    "quarter", "cost_cents=quarter_cost_cents", "contracted=ripe_contracts", "cost_per_contract=cost_per_any_contract",
    "paid_contracted", "paid_cost_per_contract", "sales_cents", "sales_per_euro", "payback_months", "ripe_until",
]
*/
SELECT
    q.quarter,
    q.cost_cents,
    q.contracted,
    q.cost_per_contract,
    q.paid_contracted,
    q.paid_cost_per_contract,
    q.sales_cents,
    q.sales_per_euro,
    q.payback_months,
    q.ripe_until
FROM marts.quarter_money AS q
