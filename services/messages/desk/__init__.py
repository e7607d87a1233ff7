"""Conversations in the console."""
