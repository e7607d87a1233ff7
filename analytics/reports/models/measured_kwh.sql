SELECT c.* EXCLUDE (measure)
FROM marts.measured_credit AS c
WHERE c.measure = 'kwh'
