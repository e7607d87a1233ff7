"""Bringing a snapshot back into an empty installation."""
