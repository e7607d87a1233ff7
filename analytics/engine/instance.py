"""The DuckDB instance shared by all report runs of a process, with cached relations and results.

Opening an instance costs more than a report, and so does reading the same rows again. Hence rows a run has read stay in
the cache database `kept`, keyed by the state they were read in; the next run with the same state reuses them. Cached
tables are immutable: another state is another table, and the old one is dropped when its last user has finished.

Each run also has its own database, so models, tables and parameters of two runs are isolated.
"""

import atexit
import re
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from typing import Final

from analytics.engine.connection import Connection, connect, quoted
from analytics.engine.objects import is_silence
from analytics.engine.state import State
from analytics.runner import add_macros
from analytics.store.catalogue import Store
from analytics.store.datasets import DATASETS, ROLLUP
from analytics.store.places import Places
from analytics.store.remote import PROTOCOL, StoreSilent

_LONGEST_SECONDS: Final = 3_600
"""Lifetime of an instance; then the next run starts a new one. Folders older than a day are swept."""
_MOST_RESULTS: Final = 32
"""Number of cached result tables; results for different parameters are different tables."""
_CHANGED = ("enable_progress_bar", "enable_progress_bar_print", "progress_bar_time", "memory_limit")
"""Settings that change while it runs: DuckDB reports a statement's progress only if a progress bar is enabled, and
memory is meant for the runs there are.
"""
_AT_ONCE: Final = 3
"""Runs for which the whole memory is meant."""
_LEAST_MB: Final = 128
"""What a run has in any case, where there is so much."""


@dataclass(slots=True, eq=False)
class _Kept:
    name: str
    state: Hashable
    table: str
    is_result: bool
    users: int = 1
    is_newest: bool = True


class Instance:
    """One in-memory database with its cache, and any number of runs."""

    def __init__(self, store: Store) -> None:
        self.loading = threading.Lock()
        """Held while filling the cache, so that two runs do not read the same rows."""
        self.store = store
        self.users = 0
        self.is_retired = False
        self._begun = time.monotonic()
        self._mutex = threading.Lock()
        self._allowing = threading.Lock()
        self._is_loose = False
        self._numbers = count(1)
        self._newest: OrderedDict[str, _Kept] = OrderedDict()
        self._counts: dict[str, tuple[Hashable, int]] = {}
        self._root = connect(store, store.runs / f"duckdb-{secrets.token_hex(6)}")
        self._root.execute("ATTACH ':memory:' AS kept (COMPRESS)")
        add_macros(self._root)
        folders = ", ".join(quoted(place) for place in _readable(store))
        # From here on it can access only the store's files, and its settings are locked.
        self._root.execute(f"SET allowed_directories = [{folders}]")
        self._root.execute("SET enable_external_access = false")
        self._root.execute(f"SET allowed_configs = [{', '.join(map(quoted, _CHANGED))}]")
        self._root.execute("SET lock_configuration = true")

    def allow(self) -> None:
        """Memory for the runs there are: what one needs over millions of visits, not what all of them may have."""
        import duckdb

        with self._allowing, self._root.cursor() as cursor, suppress(duckdb.OutOfMemoryException):
            cursor.execute(f"SET GLOBAL memory_limit = {quoted(share_of(self.store.memory_limit, self.users))}")

    @property
    def is_due(self) -> bool:
        """Whether it must be replaced."""
        return self.is_retired or time.monotonic() - self._begun > _LONGEST_SECONDS

    @contextmanager
    def run(self) -> Iterator["Run"]:
        """A connection to a separate empty database, with the schema `source`."""
        import duckdb

        name = f"run_{next(self._numbers)}"
        run = Run(self, self._root.cursor(), name)
        _runs[id(run.connection)] = run
        try:
            run.connection.execute(
                f"ATTACH ':memory:' AS {name}; SET search_path = '{name}.main,memory.main'; CREATE SCHEMA source; "
                f"SET enable_progress_bar = true; SET enable_progress_bar_print = false; SET progress_bar_time = 0"
            )
            yield run
        except duckdb.FatalException:
            self.is_retired = True  # the instance is unusable now
            raise
        except duckdb.Error as error:
            if self.store.remote is not None and is_silence(error):
                raise StoreSilent("A file of the store could not be read while the report was computed.") from error
            raise
        finally:
            del _runs[id(run.connection)]
            run.connection.close()
            self._leave(run)
            run.places.close()

    def _leave(self, run: "Run") -> None:
        """Uses a separate connection: the run's own may be interrupted at any time by its monitor."""
        import duckdb

        with self._mutex:
            for kept in run.holds:
                kept.users -= 1
            useless = [kept for kept in run.holds if not kept.is_newest and kept.users == 0]
        with self._root.cursor() as cursor, suppress(duckdb.FatalException):
            cursor.execute(f"DETACH DATABASE IF EXISTS {run.name}")
            for kept in useless:
                cursor.execute(f"DROP TABLE IF EXISTS {kept.table}")
            self._compress(cursor)

    def compress(self) -> None:
        """Make what is cached small before more of it comes."""
        with self._root.cursor() as cursor:
            self._compress(cursor)

    def _compress(self, cursor: Connection) -> None:
        """To a tenth of the memory; postponed if another run is writing."""
        import duckdb

        if self._is_loose:
            self._is_loose = False
            try:
                cursor.execute("CHECKPOINT kept")
            except duckdb.TransactionException:
                self._is_loose = True

    def remembered(self, name: str, state: Hashable, count: Callable[[], int]) -> int:
        """A cached number, valid while the state is the same."""
        with self._mutex:
            known = self._counts.get(name)
        if known is None or known[0] != state:
            known = self._counts[name] = (state, count())
        return known[1]

    def find(self, name: str, state: Hashable) -> _Kept | None:
        """The cached table with that name and state; the caller must release it."""
        with self._mutex:
            found = self._newest.get(name)
            if found is None or found.state != state:
                return None
            found.users += 1
            self._newest.move_to_end(name)
            return found

    def place(self, name: str, state: Hashable, *, is_result: bool) -> _Kept:
        """A new table name for something to be cached."""
        table = f"{name.partition(' ')[0]} {next(self._numbers)}"
        return _Kept(name, state, f'kept."{table}"', is_result)

    def add(self, kept: _Kept) -> None:
        """Make this the newest of its name. What it replaces is dropped with its last user."""
        with self._mutex:
            given_up = [old] if (old := self._newest.pop(kept.name, None)) else []
            self._newest[kept.name] = kept
            results = [one for one in self._newest.values() if one.is_result]
            for oldest in results[:-_MOST_RESULTS]:
                given_up.append(self._newest.pop(oldest.name))
            for one in given_up:
                one.is_newest = False
            useless = [one for one in given_up if one.users == 0]
            self._is_loose = True
        with self._root.cursor() as cursor:
            for one in useless:
                cursor.execute(f"DROP TABLE IF EXISTS {one.table}")

    def close(self) -> None:
        """Close it. There must be no runs left."""
        self._root.close()


class Run:
    """One run: its connection, the cached tables it uses, and their state."""

    def __init__(self, instance: Instance, connection: Connection, name: str) -> None:
        self.connection = connection
        self.name = name
        self.holds: list[_Kept] = []
        self.state: State | None = None
        self.own: set[str] = set()
        """Relations that this run has changed for itself."""
        self.values: Mapping[str, str] = {}
        """Parameters of its models, as SQL literals."""
        self.views: set[str] = set()
        """Models that it has created as views."""
        self.results: set[str] = set()
        """Models that are views of cached tables."""
        self.stoppers: list[Callable[[], None]] = []
        """How to stop what other engines compute for it."""
        self.is_stopped = False
        self._instance = instance
        self.places = Places(instance.store)
        """Where it reads files; they stay readable until it ends."""

    @property
    def store(self) -> Store:
        return self._instance.store

    def stop(self) -> None:
        """Stop what it computes; for another thread. The statement raises Interrupted."""
        self.is_stopped = True
        self.connection.interrupt()
        for stopper in list(self.stoppers):
            stopper()

    def table(self, name: str, state: Hashable) -> str | None:
        """The cached table with these rows, held until the run ends; None if it has not been read yet."""
        found = self._instance.find(name, state)
        if found is None:
            return None
        self.holds.append(found)
        return found.table

    def keep(
        self, name: str, state: Hashable, rows: str, *, by: "Connection | None" = None, is_result: bool = False
    ) -> str:
        """Cache the rows of a SELECT for later runs, and return the table.

        `by`: the connection that can read the rows. Only the most recent results stay cached.
        """
        kept = self._instance.place(name, state, is_result=is_result)
        (by or self.connection).execute(f"CREATE TABLE {kept.table} AS {rows}")
        self.holds.append(kept)
        self._instance.add(kept)
        return kept.table


def _readable(store: Store) -> Iterator[object]:
    """The folders that a run may read."""
    if store.remote is None:
        yield from (store.folder / name for name in (*DATASETS, ROLLUP))
    else:
        yield store.cache.pins.resolve()
        yield f"{PROTOCOL}://"


def run_of(connection: Connection) -> Run:
    """The run with this connection. Raises KeyError for any other connection."""
    return _runs[id(connection)]


def stop(connection: Connection) -> None:
    """Stop the statement that a connection runs, also where another engine computes it; for another thread."""
    if run := _runs.get(id(connection)):
        run.stop()
    else:
        connection.interrupt()


def share_of(limit: str, runs: int) -> str:
    """The memory of so many runs, in megabytes: a third of the limit for each, and never more than it."""
    number, unit = re.fullmatch(r"([0-9]+) ?([MG]i?B)", limit).groups()  # type: ignore[union-attr]
    whole = int(number) * {"MB": 1, "MiB": 1.048576, "GB": 1_000, "GiB": 1_073.741824}[unit]
    return f"{min(whole, max(runs, 1) * max(whole / _AT_ONCE, _LEAST_MB)):.0f}MB"


_runs: dict[int, Run] = {}
_lock = threading.Lock()
_instances: dict[Store, Instance] = {}


@contextmanager
def shared(store: Store) -> Iterator[Instance]:
    """The process's instance for the store. There is one at a time, apart from older ones still in use."""
    with _lock:
        instance = _instances.get(store)
        if instance is None or instance.is_due:
            _give_up_idle()
            if instance is not None:
                instance.is_retired = True
            instance = _instances[store] = Instance(store)
        instance.users += 1
    try:
        instance.allow()
        yield instance
    finally:
        with _lock:
            instance.users -= 1
            if instance.users == 0 and _instances.get(store) is not instance:
                instance.close()
            else:
                instance.allow()


def _give_up_idle() -> None:
    for store, instance in list(_instances.items()):
        if instance.users == 0:
            del _instances[store]
            instance.close()


@atexit.register
def _give_up_all() -> None:
    """Spill folders are removed when the process ends."""
    with _lock:
        _give_up_idle()
