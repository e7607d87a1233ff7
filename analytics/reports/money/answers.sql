/*
title = "Alle Antworten"
grain = "eine Zeile je Antwort; Antworten von weniger als fünf Haushalten stehen zusammen"
reach = "files"
key = ["told"]
order = "share_ppm IS NULL, told = 'Weitere Antworten', answers DESC, told"
columns = ["told", "answers", "share_ppm"]
*/
SELECT
    a.told,
    a.answers,
    a.share_ppm
FROM marts.told_answers AS a
