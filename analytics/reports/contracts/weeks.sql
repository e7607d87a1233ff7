/*
title = "Verträge nach Woche und Herkunft"
grain = "eine Zeile je Woche und Herkunft, in der Verträge geschlossen wurden"
key = ["week", "*origin"]
order = "week DESC, contracts DESC, channel, utm_source, utm_medium, utm_campaign, referrer_host"
columns = ["week=week_concluded", "*origin", "contracts=concluded", "concluded_kwh", "agreed_cents"]
*/
SELECT
    w.week,
    w.channel,
    w.utm_source,
    w.utm_medium,
    w.utm_campaign,
    w.referrer_host,
    w.contracts,
    w.concluded_kwh,
    w.agreed_cents
FROM marts.contract_weeks AS w
