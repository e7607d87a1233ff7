"""Telemetry of a process: measures for Prometheus, spans of traces."""
