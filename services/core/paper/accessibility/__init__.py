"""Checks finished PDFs against what a machine can tell of PDF/UA-1; `analytics/REPORTS.md` lists the conditions."""
