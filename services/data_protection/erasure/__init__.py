"""Erases a person: deletes, keeps anonymous statistics, and retains what the law requires."""
