"""Watching a run from another thread."""

import duckdb

from services.reports.pool.progress import Monitor


def test_a_run_that_is_just_closing_its_connection_is_watched_and_stopped_without_a_fault() -> None:
    monitor = Monitor()
    connection = duckdb.connect()
    monitor.attach(connection)
    assert 0.0 <= monitor.fraction < 1.0
    connection.close()
    assert monitor.fraction == 1.0
    monitor.stop()
