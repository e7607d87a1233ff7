SELECT c.* EXCLUDE (measure)
FROM marts.extrapolated_ranges AS c
WHERE c.measure = 'kwh'
