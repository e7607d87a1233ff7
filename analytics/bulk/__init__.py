"""Synthetic rows for schema `source` in bulk."""
