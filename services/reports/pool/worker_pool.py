"""Worker threads that compute reports, so that other requests never wait for one.

They run at low priority on Linux, and so do the threads DuckDB starts from them. If all workers are busy, a report
is queued and knows its position.
"""

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import Any, Final, Generic, TypeVar

from services.core.telemetry.measures import REPORT_RUNS, REPORT_SECONDS

Result = TypeVar("Result")

_THREADS: Final = 3
"""Reports computed in parallel, so that a long one does not block a short one. They share one memory limit."""
_NICENESS: Final = 10
_here = threading.local()


class QueuedReport(Generic[Result]):
    def __init__(self, pool: "WorkerPool") -> None:
        self.future: Future[Result] = Future()
        self._pool = pool

    @property
    def position(self) -> int:
        """Position in the queue, from 1; 0 while it is being computed, or once done."""
        return self._pool.position_of(self)

    def give_up(self) -> None:
        """Leave the queue. No effect once the report is being computed."""
        self._pool.remove(self)
        self.future.cancel()


class WorkerPool:
    """A fixed number of threads with a queue."""

    def __init__(self, threads: int = _THREADS) -> None:
        self._pool = ThreadPoolExecutor(threads, "report", _begin_thread)
        self._lock = threading.Lock()
        self._waiting: list[QueuedReport[Any]] = []

    def submit(self, work: Callable[[], Result]) -> QueuedReport[Result]:
        """Queue the work for the next free thread."""
        queued: QueuedReport[Result] = QueuedReport(self)
        context = copy_context()
        with self._lock:
            self._waiting.append(queued)
        self._pool.submit(self._do, queued, lambda: context.run(work))
        return queued

    def run(self, work: Callable[[], Result]) -> Result:
        """Queue the work and wait for its result; run it directly if the caller is already a worker thread."""
        if getattr(_here, "is_report", False):
            return work()
        return self.submit(work).future.result()

    def position_of(self, queued: QueuedReport[Any]) -> int:
        """Position in the queue, from 1; 0 if not queued."""
        with self._lock:
            return self._waiting.index(queued) + 1 if queued in self._waiting else 0

    def remove(self, queued: QueuedReport[Any]) -> None:
        with self._lock, suppress(ValueError):
            self._waiting.remove(queued)

    def _do(self, queued: QueuedReport[Result], work: Callable[[], Result]) -> None:
        self.remove(queued)
        if not queued.future.set_running_or_notify_cancel():
            return
        try:
            with REPORT_SECONDS.time():
                result = work()
        except BaseException as error:
            REPORT_RUNS.labels("failed").inc()
            queued.future.set_exception(error)
        else:
            REPORT_RUNS.labels("done").inc()
            queued.future.set_result(result)


def _begin_thread() -> None:
    _here.is_report = True
    if sys.platform == "linux":  # only Linux has a priority per thread
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


pool: Final = WorkerPool()
"""The pool of this process."""
