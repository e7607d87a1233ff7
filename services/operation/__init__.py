"""Metrics and traces of the installation."""
