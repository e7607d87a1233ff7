/*
title = "Was Haushalte dazu sagten"
grain = "eine Zeile je Antwort und gemessener Herkunft, die zusammen vorkamen"
reach = "screen"
key = ["told", "measured"]
order = "told, answers DESC, measured"
columns = ["told", "measured", "answers", "told_ppm", "measured_ppm"]
*/
SELECT
    t.told,
    t.measured,
    count(*) AS answers,
    share_of(count(*), (sum(count(*)) OVER (PARTITION BY t.told))::BIGINT) AS told_ppm,
    share_of(count(*), (sum(count(*)) OVER (PARTITION BY t.measured))::BIGINT) AS measured_ppm
FROM marts.told_reservations AS t
WHERE t.is_answered
GROUP BY t.told, t.measured
