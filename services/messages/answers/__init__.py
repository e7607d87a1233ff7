"""Answers: what staff write, how it leaves, and how it is taken back."""
