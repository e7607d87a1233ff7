"""The DuckDB that the runs of a process share.

Opening one costs more than a report, and so does reading the same rows again. Hence what a run has read stays, in the
database `kept`, under the state it was read in; the next run that finds the same state takes it from there. What is
kept never changes: another state is another table, and the old one goes when nobody uses it any more.

Each run has a database of its own beside `kept`: models, tables and parameters of two runs never meet.
"""

import atexit
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import count
from typing import Final

import duckdb

from analytics.engine.connection import Connection, connect, quoted
from analytics.engine.state import State
from analytics.runner import add_macros
from analytics.store.catalogue import Store
from analytics.store.datasets import DATASETS, ROLLUP

_LONGEST_SECONDS: Final = 3_600
"""So long one serves; the next run begins another. What a day old folder holds is swept away."""
_MOST_RESULTS: Final = 32
"""So many computed tables stay, whatever for: results for other parameters are other tables."""
_WATCHED = ("enable_progress_bar", "enable_progress_bar_print", "progress_bar_time")
"""What a run may still set: DuckDB tells the progress of a statement only to whoever shows a bar."""


@dataclass(slots=True, eq=False)
class _Kept:
    name: str
    state: Hashable
    table: str
    is_result: bool
    users: int = 1
    is_newest: bool = True


class Instance:
    """One database in memory with what is kept, and any number of runs."""

    def __init__(self, store: Store) -> None:
        self.loading = threading.Lock()
        """Held while something is read to be kept, so that two runs do not read the same."""
        self.users = 0
        self.is_retired = False
        self._begun = time.monotonic()
        self._mutex = threading.Lock()
        self._is_loose = False
        self._numbers = count(1)
        self._newest: OrderedDict[str, _Kept] = OrderedDict()
        self._counts: dict[str, tuple[Hashable, int]] = {}
        self._root = connect(store, store.runs / f"duckdb-{secrets.token_hex(6)}")
        self._root.execute("ATTACH ':memory:' AS kept (COMPRESS)")
        add_macros(self._root)
        folders = ", ".join(quoted(store.folder / name) for name in (*DATASETS, ROLLUP))
        # From here on it reaches no file but the store's, and its settings stand.
        self._root.execute(f"SET allowed_directories = [{folders}]")
        self._root.execute("SET enable_external_access = false")
        self._root.execute(f"SET allowed_configs = [{', '.join(quoted(name) for name in _WATCHED)}]")
        self._root.execute("SET lock_configuration = true")

    @property
    def is_due(self) -> bool:
        """Whether another is to take its place."""
        return self.is_retired or time.monotonic() - self._begun > _LONGEST_SECONDS

    @contextmanager
    def run(self) -> Iterator["Run"]:
        """A connection to an empty database of its own, with the schema `source`."""
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
            self.is_retired = True  # nothing works on it any more
            raise
        finally:
            del _runs[id(run.connection)]
            run.connection.close()
            self._leave(run)

    def _leave(self, run: "Run") -> None:
        """By a connection of its own: the run's may be interrupted at any time by whoever watched it."""
        with self._mutex:
            for kept in run.holds:
                kept.users -= 1
            useless = [kept for kept in run.holds if not kept.is_newest and kept.users == 0]
        with self._root.cursor() as cursor, suppress(duckdb.FatalException):
            cursor.execute(f"DETACH DATABASE IF EXISTS {run.name}")
            for kept in useless:
                cursor.execute(f"DROP TABLE IF EXISTS {kept.table}")
            if self._is_loose:
                # Compressed by this to a tenth of the memory; later, where another run is writing just now.
                self._is_loose = False
                try:
                    cursor.execute("CHECKPOINT kept")
                except duckdb.TransactionException:
                    self._is_loose = True

    def remembered(self, name: str, state: Hashable, count: Callable[[], int]) -> int:
        """A number that stays the same in the same state."""
        with self._mutex:
            known = self._counts.get(name)
        if known is None or known[0] != state:
            known = self._counts[name] = (state, count())
        return known[1]

    def find(self, name: str, state: Hashable) -> _Kept | None:
        """What is kept under that name in that state, to be given back by whoever takes it."""
        with self._mutex:
            found = self._newest.get(name)
            if found is None or found.state != state:
                return None
            found.users += 1
            self._newest.move_to_end(name)
            return found

    def place(self, name: str, state: Hashable, *, is_result: bool) -> _Kept:
        """Where something that is to be kept may be put."""
        table = f"{name.partition(' ')[0]} {next(self._numbers)}"
        return _Kept(name, state, f'kept."{table}"', is_result)

    def add(self, kept: _Kept) -> None:
        """From now on this is the newest of its name. What it replaces goes with its last user."""
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
        """End it. There must be no run."""
        self._root.close()


class Run:
    """One run: its connection, what of the kept it rests on, and in which state that is."""

    def __init__(self, instance: Instance, connection: Connection, name: str) -> None:
        self.connection = connection
        self.name = name
        self.holds: list[_Kept] = []
        self.state: State | None = None
        self.own: set[str] = set()
        """Relations that this run has changed for itself."""
        self.results: set[str] = set()
        """Models that are views of something kept."""
        self._instance = instance

    def table(self, name: str, state: Hashable) -> str | None:
        """The table with these rows, as long as the run lasts; None where nobody has read them yet."""
        found = self._instance.find(name, state)
        if found is None:
            return None
        self.holds.append(found)
        return found.table

    def keep(
        self, name: str, state: Hashable, rows: str, *, by: Connection | None = None, is_result: bool = False
    ) -> str:
        """Let the rows of a SELECT stay for later runs, and answer their table.

        `by`: who sees those rows. Of results only the most recent ones stay.
        """
        kept = self._instance.place(name, state, is_result=is_result)
        (by or self.connection).execute(f"CREATE TABLE {kept.table} AS {rows}")
        self.holds.append(kept)
        self._instance.add(kept)
        return kept.table


def run_of(connection: Connection) -> Run:
    """The run whose connection this is. Raises KeyError for any other connection."""
    return _runs[id(connection)]


_runs: dict[int, Run] = {}
_lock = threading.Lock()
_instances: dict[Store, Instance] = {}


@contextmanager
def shared(store: Store) -> Iterator[Instance]:
    """The instance of this process for the store. There is one at a time, but for those that still have runs."""
    with _lock:
        instance = _instances.get(store)
        if instance is None or instance.is_due:
            _give_up_idle()
            if instance is not None:
                instance.is_retired = True
            instance = _instances[store] = Instance(store)
        instance.users += 1
    try:
        yield instance
    finally:
        with _lock:
            instance.users -= 1
            if instance.users == 0 and _instances.get(store) is not instance:
                instance.close()


def _give_up_idle() -> None:
    for store, instance in list(_instances.items()):
        if instance.users == 0:
            del _instances[store]
            instance.close()


@atexit.register
def _give_up_all() -> None:
    """Folders of spilled rows go with the process."""
    with _lock:
        _give_up_idle()
