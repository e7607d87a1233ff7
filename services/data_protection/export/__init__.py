"""A copy of everything about one household, as JSON and as PDF."""
