"""Monitors a running report from another thread: progress and cancellation."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from analytics.engine.connection import Connection
from analytics.engine.instance import stop
from services.reports.errors import Stopped


class Monitor:
    """Monitor of one run. `fraction` and `stop` are for other threads, the rest for the computing thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._is_stopped = False
        self._done = 0.0
        self._part = 1.0

    @contextmanager
    def watching(self) -> Iterator[None]:
        """Context in which the run can be stopped; raises Stopped if it was."""
        from analytics.engine.faults import Interrupted

        try:
            yield
        except Interrupted:
            raise Stopped from None
        finally:
            with self._lock:
                self._connection = None

    def attach(self, connection: Connection) -> None:
        """Set the connection now computing. Raises Stopped if the run was stopped before."""
        with self._lock:
            if self._is_stopped:
                raise Stopped
            self._connection = connection

    def step(self, done: int, of: int) -> None:
        """Report `done` of `of` steps. Raises Stopped between two statements, when there is nothing to interrupt."""
        if self._is_stopped:
            raise Stopped
        self._done, self._part = done / of, 1 / of

    def stop(self) -> None:
        """Stop the run: interrupt a running statement, or raise before the next one."""
        with self._lock:
            self._is_stopped = True
            if self._connection is not None:
                with suppress(_closed()):  # the run closes the connection just before it detaches it
                    stop(self._connection)

    @property
    def fraction(self) -> float:
        """Progress from 0 to 1: completed steps plus DuckDB's estimate within the current one."""
        with self._lock:
            if self._connection is None:
                return self._done
            try:
                within = max(0.0, self._connection.query_progress()) / 100
            except _closed():
                return 1.0
        return min(1.0, self._done + within * self._part)


def _closed() -> type[Exception]:
    """What a closed connection raises. Asked for when there is a connection, so that DuckDB is loaded by then."""
    from analytics.engine.faults import Closed

    return Closed
