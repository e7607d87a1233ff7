"""Traces by OpenTelemetry, where a receiver is set and the libraries are installed."""
