"""Watching a run from another thread: how far it is, and stopping it."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from analytics.engine.connection import Closed, Connection, Interrupted
from services.reports.errors import Stopped


class Monitor:
    """One run. `fraction` and `stop` are for other threads, the rest for the one that computes."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._connection: Connection | None = None
        self._is_stopped = False
        self._done = 0.0
        self._part = 1.0

    @contextmanager
    def watching(self) -> Iterator[None]:
        """While this lasts the run may be stopped; raises Stopped where it is."""
        try:
            yield
        except Interrupted:
            raise Stopped from None
        finally:
            with self._lock:
                self._connection = None

    def attach(self, connection: Connection) -> None:
        """The connection that computes from now on. Raises Stopped where it is too late."""
        with self._lock:
            if self._is_stopped:
                raise Stopped
            self._connection = connection

    def step(self, done: int, of: int) -> None:
        """So many steps of so many are done. Raises Stopped between two statements, where nothing is to interrupt."""
        if self._is_stopped:
            raise Stopped
        self._done, self._part = done / of, 1 / of

    def stop(self) -> None:
        """Stop the run: at once where a statement runs, else before the next."""
        with self._lock:
            self._is_stopped = True
            if self._connection is not None:
                with suppress(Closed):  # the run closes it a moment before it lets go of it
                    self._connection.interrupt()

    @property
    def fraction(self) -> float:
        """How far the run is, 0 to 1: whole steps, and DuckDB's own guess within one."""
        with self._lock:
            if self._connection is None:
                return self._done
            try:
                within = max(0.0, self._connection.query_progress()) / 100
            except Closed:
                return 1.0
        return min(1.0, self._done + within * self._part)
