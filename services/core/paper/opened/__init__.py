"""Reads a finished PDF again: its objects, its marked content and its structure tree."""
