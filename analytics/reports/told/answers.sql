SELECT
    a.told,
    a.is_decoy,
    a.answers,
    a.share_ppm,
    a.corrected_ppm,
    a.corrected_low_ppm,
    a.corrected_high_ppm
FROM marts.told_answers AS a
