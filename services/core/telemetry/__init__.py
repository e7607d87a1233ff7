"""What a process tells of itself: measures for Prometheus, spans of traces."""
