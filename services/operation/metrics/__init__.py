"""`/metrics`: what the process measures, and figures of the business, on a port of their own."""
