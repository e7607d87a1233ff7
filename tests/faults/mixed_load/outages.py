"""What goes wrong while the load runs: servers are killed and stopped, the database is away, locked, full or frozen."""

import resource
import sqlite3
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from dataclasses import dataclass
from random import Random
from typing import Final

from sqlalchemy.engine import make_url

from tests.faults.mixed_load.ledger import Ledger
from tests.fixtures.servers import Server

_SMALLEST_FILE: Final = 64 * 1024
Start = Callable[[], Server]
Break = Callable[[Sequence[Server]], AbstractContextManager[None]]
Cause = Callable[["Outages"], None]


@dataclass
class Outages:
    """Causes by chance while the block runs, none a second time before each was there as often."""

    ledger: Ledger
    random: Random
    causes: Sequence[Cause]
    pause: tuple[float, float]
    """Seconds between two outages, at least and at most."""

    def __post_init__(self) -> None:
        self._over = threading.Event()
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, name="outages")

    def __enter__(self) -> "Outages":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join()
        if self._error is not None:
            raise self._error

    def last(self) -> None:
        """Let an outage go on for a few seconds, at most until the load is over."""
        self._over.wait(self.random.uniform(0.5, 5))

    def _run(self) -> None:
        due: list[Cause] = []
        try:
            while not self._over.wait(self.random.uniform(*self.pause)):
                due = due or self.random.sample(self.causes, len(self.causes))
                due.pop()(self)
        except BaseException as error:  # raised again in the test, which it would else not reach
            self._error = error


def causes_of(servers: list[Server], start: Start, breaks: Mapping[str, Break]) -> list[Cause]:
    """Killing or stopping the last of the servers, which is then replaced, and as often one of the `breaks` of the
    database, by name.
    """

    def kill(outages: Outages) -> None:
        with outages.ledger.outage("killed"):
            servers[-1].kill()
            servers[-1] = start()

    def stop(outages: Outages) -> None:
        with outages.ledger.outage("stopped"):
            assert servers[-1].stop() == 0
            servers[-1] = start()

    def break_database(outages: Outages) -> None:
        name = outages.random.choice(sorted(breaks))
        with outages.ledger.outage(name), breaks[name](servers):
            outages.last()

    return [kill, stop, break_database, break_database]


def breaks_of_sqlite(database_url: str) -> Mapping[str, Break]:
    """Another program holds the file; the disk is full."""
    return {"locked": lambda _servers: _locked(database_url), "full": _full}


@contextmanager
def _locked(database_url: str) -> Iterator[None]:
    """The file as another program holds it that writes for long."""
    connection = sqlite3.connect(make_url(database_url).database or "", isolation_level=None, timeout=30)
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")
    finally:
        connection.close()


@contextmanager
def _full(servers: Sequence[Server]) -> Iterator[None]:
    """No file may grow, the database and the log among them."""
    pids = [pid for server in servers if (pid := server.process.pid)]
    for pid in pids:
        _limit_files(pid, _SMALLEST_FILE)
    try:
        yield
    finally:
        for pid in pids:
            _limit_files(pid, resource.RLIM_INFINITY)


def _limit_files(pid: int, size: int) -> None:
    with suppress(ProcessLookupError):
        resource.prlimit(pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
