"""Leaving with everything: all tables and files in open formats, described, and the way into an empty installation."""
