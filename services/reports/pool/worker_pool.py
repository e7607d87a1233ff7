"""The threads on which reports are computed, so that no call of others waits for one.

They give way: on Linux their priority is low, and so is that of the threads that DuckDB begins on them. A report that
finds all of them busy waits in line and knows its place.
"""

import os
import sys
import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from contextvars import copy_context
from typing import Any, Final, Generic, TypeVar

Result = TypeVar("Result")

_THREADS: Final = 3
"""So many reports at once: one that takes long shall not hold up a short one. They share one bound of memory."""
_NICENESS: Final = 10
_here = threading.local()


class QueuedReport(Generic[Result]):
    """One report in line."""

    def __init__(self, pool: "WorkerPool") -> None:
        self.future: Future[Result] = Future()
        self._pool = pool

    @property
    def position(self) -> int:
        """How many are before it; 0 when it is being computed, or done."""
        return self._pool.position_of(self)

    def give_up(self) -> None:
        """Leave the line. Without effect on what is being computed already."""
        self._pool.remove(self)
        self.future.cancel()


class WorkerPool:
    """Some threads and a line before them."""

    def __init__(self, threads: int = _THREADS) -> None:
        self._pool = ThreadPoolExecutor(threads, "report", _begin_thread)
        self._lock = threading.Lock()
        self._waiting: list[QueuedReport[Any]] = []

    def submit(self, work: Callable[[], Result]) -> QueuedReport[Result]:
        """Let one of the threads do the work as soon as one is free."""
        queued: QueuedReport[Result] = QueuedReport(self)
        context = copy_context()
        with self._lock:
            self._waiting.append(queued)
        self._pool.submit(self._do, queued, lambda: context.run(work))
        return queued

    def run(self, work: Callable[[], Result]) -> Result:
        """Wait in line and for the result; at once where the caller is one of the threads already."""
        if getattr(_here, "is_report", False):
            return work()
        return self.submit(work).future.result()

    def position_of(self, queued: QueuedReport[Any]) -> int:
        """How many are before it."""
        with self._lock:
            return self._waiting.index(queued) + 1 if queued in self._waiting else 0

    def remove(self, queued: QueuedReport[Any]) -> None:
        """Take it out of the line."""
        with self._lock, suppress(ValueError):
            self._waiting.remove(queued)

    def _do(self, queued: QueuedReport[Result], work: Callable[[], Result]) -> None:
        self.remove(queued)
        if not queued.future.set_running_or_notify_cancel():
            return
        try:
            queued.future.set_result(work())
        except BaseException as error:
            queued.future.set_exception(error)


def _begin_thread() -> None:
    _here.is_report = True
    if sys.platform == "linux":  # where a thread has a priority of its own
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _NICENESS)


pool: Final = WorkerPool()
"""The one of this process."""
