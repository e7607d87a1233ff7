"""Checkpoints of the audit log, and the places outside the database where copies of them are kept."""
