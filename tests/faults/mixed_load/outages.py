"""What goes wrong while the load runs: servers killed and stopped, the database away or locked."""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from random import Random

from sqlalchemy.engine import make_url

from tests.faults.mixed_load.ledger import Ledger
from tests.fixtures.servers import Server

Start = Callable[[], Server]
Break = Callable[[], AbstractContextManager[None]]


@dataclass
class Outages:
    """Replaces the last of `servers` whenever it has killed or stopped it; the others it leaves alone."""

    servers: list[Server]
    ledger: Ledger
    random: Random
    start: Start
    break_database: Break
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

    def _run(self) -> None:
        causes = [self._kill, self._kill, self._stop, self._take_database]
        try:
            while not self._over.wait(self.random.uniform(*self.pause)):
                self.random.choice(causes)()
        except BaseException as error:  # raised again in the test, which it would else not reach
            self._error = error

    def _kill(self) -> None:
        with self.ledger.outage("killed"):
            self.servers[-1].kill()
            self.servers[-1] = self.start()

    def _stop(self) -> None:
        with self.ledger.outage("stopped"):
            assert self.servers[-1].stop() == 0
            self.servers[-1] = self.start()

    def _take_database(self) -> None:
        with self.ledger.outage("database"), self.break_database():
            self._over.wait(self.random.uniform(0.5, 5))


@contextmanager
def locked(database_url: str) -> Iterator[None]:
    """The SQLite file as another program holds it that writes for long."""
    connection = sqlite3.connect(make_url(database_url).database or "", isolation_level=None, timeout=30)
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("ROLLBACK")
    finally:
        connection.close()
