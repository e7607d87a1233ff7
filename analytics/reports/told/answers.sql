SELECT
    a.told,
    a.answers,
    a.share_ppm
FROM marts.told_answers AS a
