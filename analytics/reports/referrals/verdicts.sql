/*
title = "Nach Prüfung"
grain = "eine Zeile je Ergebnis der Prüfung, das es gab"
reach = "files"
key = ["verdict"]
order = "uses DESC, verdict"
columns = ["verdict=code_verdict", "uses"]
*/
SELECT
    CASE u.verdict
        WHEN 'valid' THEN 'gültig'
        WHEN 'unknown' THEN 'unbekannt'
        WHEN 'disabled' THEN 'gesperrt'
        WHEN 'self' THEN 'eigener Code'
        WHEN 'loop' THEN 'Kreis'
        ELSE u.verdict
    END AS verdict,
    count(*) AS uses
FROM staging.referral_uses AS u
WHERE u.is_in_period
GROUP BY u.verdict
