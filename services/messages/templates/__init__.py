"""Templates of answers: their fields, their texts, and what becomes of both for one household."""
