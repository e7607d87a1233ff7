"""Reservations from a list that others kept: read, planned, entered in chunks, taken back."""
