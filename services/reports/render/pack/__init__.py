"""Several reports as one mail, one document and one workbook."""
