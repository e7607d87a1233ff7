"""The writer thread: group commit of all waiting units of work in one transaction.

One commit costs one disk flush however many units it contains, so under load the units of a few milliseconds
share it. Each runs in its own savepoint: one that fails is rolled back alone. No result is returned before the commit.

A lock held elsewhere blocks the thread and everything queued behind it. So a lock timeout fails all entries that needed
the lock together, not one after the other, and while it is held no entry waits longer than the first did.
"""

import asyncio
import queue
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session

from services.core.db.faults import Fault, fault_of
from services.core.http.errors import DatabaseUnavailable
from services.core.telemetry.measures import timed_write

Item = TypeVar("Item")
Result = TypeVar("Result")
WaitLimit = Callable[[Connection, float | None], None]
GroupHandler = Callable[[Session, Sequence[Item]], Sequence[Result]]

_LARGEST_GROUP = 128
_LONGEST_QUEUE = 20_000
LOCK_WAIT_SECONDS = 5.0
"""How long a call waits for a lock held elsewhere, its time in the queue included."""
LONGEST_WAIT_SECONDS = 20.0
"""In a long queue that moves. The caller has given up by then."""
_SHORTEST_WAIT_SECONDS = 0.1
_CROWD = 8
_PAUSE_SECONDS = 0.001
"""Under load the clients of a group call again at once. The next group begins when no more of them have come for so
long: begun sooner, writer and event loop would work at the same time and take the interpreter's lock from each other,
which costs a fifth of all processor time."""
_LULL_SECONDS = 0.05
LONGEST_YIELD_SECONDS = 5.0
"""How long work that nobody waits for lets crowds of calls pass. It gets its turn even if they never end."""


@dataclass(slots=True, eq=False)
class _Entry:
    """One waiting call. `loop` is set when an event loop waits for it, otherwise a thread does."""

    handler: GroupHandler[Any, Any]
    item: Any
    alone: bool
    future: "asyncio.Future[Any] | Future[Any]"
    loop: asyncio.AbstractEventLoop | None
    since: float
    outcome: Any = None
    error: BaseException | None = None

    def settle(self) -> None:
        """Hand the outcome to the waiting caller, unless it has given up."""
        if self.future.done():
            return
        if self.error is not None:
            self.future.set_exception(self.error)
        else:
            self.future.set_result(self.outcome)


class Writer:
    """Serialises this process's writes. Creating one costs nothing: the thread starts with the first call."""

    def __init__(self, engine: Engine, limit_wait: WaitLimit | None = None, name: str = "database-writer") -> None:
        """`limit_wait(connection, seconds)`: how long its next transaction may wait for a lock; None for as usual."""
        self._engine = engine
        self._limit_wait = limit_wait or (lambda _connection, _seconds: None)
        self._is_lock_held = False
        self._last_crowd = float("-inf")
        self._name = name
        self._waiting: queue.SimpleQueue[_Entry | None] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._closed = False

    def submit_unit(self, unit: Callable[[Session], Any]) -> "Future[Any]":
        """A unit of work that shares the commit but no statement with its neighbours."""
        future: Future[Any] = Future()
        self._put(_Entry(lambda session, _items: [unit(session)], None, True, future, None, time.monotonic()))
        return future

    def submit_item(self, handler: GroupHandler[Item, Result], item: Item) -> "asyncio.Future[Result]":
        """An item that `handler` may handle together with its neighbours; to be awaited in an event loop."""
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Result] = loop.create_future()
        self._put(_Entry(handler, item, False, future, loop, time.monotonic()))
        return future

    @property
    def waiting(self) -> int:
        """How many calls wait for their turn."""
        return self._waiting.qsize()

    def await_lull(self) -> None:
        """Return once no crowd of calls has come for a moment, or after LONGEST_YIELD_SECONDS.

        Calls that queued up behind the caller's last long unit are a crowd as well: it would never see another.
        """
        limit = time.monotonic() + LONGEST_YIELD_SECONDS
        while (now := time.monotonic()) < limit and (
            now - self._last_crowd < _LULL_SECONDS or self._waiting.qsize() >= _CROWD
        ):
            time.sleep(_LULL_SECONDS)

    @property
    def is_lock_held(self) -> bool:
        """Whether the last transaction failed because another process holds what it needs."""
        return self._is_lock_held

    def close(self) -> None:
        """Accept nothing more, finish what was accepted, end the thread."""
        with self._lock:
            self._closed = True
            thread = self._thread
        if thread is not None:
            self._waiting.put(None)
            thread.join()

    def _put(self, entry: _Entry) -> None:
        with self._lock:
            if self._closed or self._waiting.qsize() > _LONGEST_QUEUE:
                raise DatabaseUnavailable
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name=self._name, daemon=True)
                self._thread.start()
            self._waiting.put(entry)  # under the lock, so that nothing follows what `close` puts last

    def _run(self) -> None:
        group: list[_Entry] = []
        while (first := self._waiting.get()) is not None:
            if len(group) >= _CROWD:
                self._gather()
            group = [first]
            is_last = False
            while len(group) < _LARGEST_GROUP and not is_last:
                try:
                    entry = self._waiting.get_nowait()
                except queue.Empty:
                    break
                is_last = entry is None
                if entry is not None:
                    group.append(entry)
            if len(group) >= _CROWD:
                self._last_crowd = time.monotonic()
            with timed_write(len(group)):
                self._commit(group)
            if len(group) >= _CROWD:
                self._last_crowd = time.monotonic()
            _settle(group)
            if is_last:
                return

    def _gather(self) -> None:
        """Wait as long as more calls keep coming, up to a full group."""
        seen = -1
        while seen < (seen := self._waiting.qsize()) < _LARGEST_GROUP:
            time.sleep(_PAUSE_SECONDS)

    def _commit(self, waiting: list[_Entry]) -> None:
        """Run and commit a group; if that transaction fails, each entry in a separate one.

        Entries past their time limit are refused: the next attempt would only make them wait longer.
        """
        oldest = time.monotonic() - (LOCK_WAIT_SECONDS if self._is_lock_held else LONGEST_WAIT_SECONDS)
        group = [entry for entry in waiting if entry.since > oldest]
        for entry in waiting:
            if entry.since <= oldest:
                entry.error = DatabaseUnavailable()
        if not group:
            return
        try:
            self._run_together(group, min(entry.since for entry in group) - oldest if self._is_lock_held else None)
        except Exception as error:
            if len(group) == 1 or fault_of(error) is Fault.LOCKED:
                self._is_lock_held = fault_of(error) is Fault.LOCKED
                for entry in group:
                    entry.error = error
                return
            for entry in group:
                entry.error = entry.outcome = None
                self._commit([entry])

    def _run_together(self, group: list[_Entry], patience: float | None) -> None:
        """`patience`: seconds for a lock that was held the last time, None for as many as usual."""
        with self._engine.connect() as connection:
            try:
                if patience is not None:
                    self._limit_wait(connection, max(patience, _SHORTEST_WAIT_SECONDS))
                with connection.begin():
                    is_held = False
                    for _, together in groupby(group, key=lambda e: (e.handler, id(e) if e.alone else 0)):
                        is_held |= _run_in_savepoint(connection, list(together))
                self._is_lock_held = is_held
            finally:
                if patience is not None and not connection.invalidated:
                    self._limit_wait(connection, None)


def _run_in_savepoint(connection: Any, entries: list[_Entry]) -> bool:
    """Run entries of one handler; their failure rolls back to the savepoint and leaves the transaction usable. True:
    they failed because a lock was held elsewhere.
    """
    try:
        with Session(connection, expire_on_commit=False, join_transaction_mode="create_savepoint") as session:
            outcomes = entries[0].handler(session, [entry.item for entry in entries])
            session.commit()
    except Exception as error:
        if connection.invalidated or not connection.in_transaction():
            raise
        is_locked = fault_of(error) is Fault.LOCKED
        if len(entries) == 1 or is_locked:
            for entry in entries:
                entry.error = error
            return is_locked
        were_locked = [_run_in_savepoint(connection, [entry]) for entry in entries]
        return any(were_locked)
    for entry, outcome in zip(entries, outcomes, strict=True):
        entry.outcome = outcome
    return False


def _settle(group: list[_Entry]) -> None:
    """Answer everyone. An event loop is woken once a group, not once an entry: a wake-up is a system call."""
    by_loop: dict[asyncio.AbstractEventLoop, list[_Entry]] = defaultdict(list)
    for entry in group:
        if entry.loop is None:
            entry.settle()
        else:
            by_loop[entry.loop].append(entry)
    for loop, entries in by_loop.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_settle_all, entries)


def _settle_all(entries: list[_Entry]) -> None:
    for entry in entries:
        entry.settle()
