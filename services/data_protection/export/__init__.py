"""A copy of everything about one household, as JSON and to read."""
