"""A report as a PDF: pictures drawn from its rows, then its tables."""
