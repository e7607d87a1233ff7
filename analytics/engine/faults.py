"""Errors of a connection that another thread has interfered with. Importing them loads DuckDB."""

import duckdb

Interrupted = duckdb.InterruptException
"""Raised by a running statement when another thread calls the connection's `interrupt()`."""
Closed = duckdb.ConnectionException
"""Raised by a connection that another thread has closed."""
