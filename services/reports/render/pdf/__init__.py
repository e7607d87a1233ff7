"""Report PDFs: charts drawn from the rows, then the tables."""
