"""The one search of the console: households, and everybody else who is known."""
