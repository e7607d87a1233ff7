"""What goes wrong with five processes and their PostgreSQL while the mixed load runs."""

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, Final

import psycopg

from tests.faults.mixed_load.outages import Cause, Outages
from tests.fixtures import clusters
from tests.scale.faults.conftest import CONNECTIONS, Stage

SERVER_KILLED: Final = "server killed"
WORKER_KILLED: Final = "worker killed"


def causes_of(stage: Stage) -> list[Cause]:
    """Killing servers and workers, and as often taking the database away."""

    def kill_server(outages: Outages) -> None:
        place = outages.random.choice(sorted(stage.product.servers))
        with outages.ledger.outage(SERVER_KILLED):
            stage.product.kill(place)
            outages.last()
            stage.product.start(place)

    def kill_worker(outages: Outages) -> None:
        number = outages.random.randrange(len(stage.product.workers))
        with outages.ledger.outage(WORKER_KILLED):
            stage.product.kill_worker(number)
            outages.last()
            stage.product.start_worker(number)

    breaks = [_cause(name, take) for name, take in breaks_of(stage).items()]
    return [*[kill_server] * 3, *[kill_worker] * 2, *breaks]


def breaks_of(stage: Stage) -> dict[str, Callable[[], AbstractContextManager[None]]]:
    """What may happen to PostgreSQL, by name."""
    postgresql, name = stage.postgresql, stage.name
    return {
        "stopped immediately": lambda: _stopped(postgresql),
        "a backend killed": lambda: _backend_killed(postgresql, name),
        "frozen": postgresql.frozen,
        "read-only": lambda: _altered(postgresql, name, "SET default_transaction_read_only = on"),
        "away": lambda: _altered(postgresql, name, "ALLOW_CONNECTIONS false"),
        "no connection left": lambda: _used_up(postgresql, name),
    }


def _cause(name: str, take: Callable[[], AbstractContextManager[None]]) -> Cause:
    def cause(outages: Outages) -> None:
        with outages.ledger.outage(name), take():
            outages.last()

    return cause


@contextmanager
def _stopped(postgresql: clusters.Cluster) -> Iterator[None]:
    """As `pg_ctl stop -m immediate` does: nothing is written down, and the next start recovers from the log."""
    assert postgresql.process is not None
    postgresql.process.send_signal(signal.SIGQUIT)
    postgresql.process.wait(60)
    yield
    postgresql.start(max_connections=CONNECTIONS)


@contextmanager
def _backend_killed(postgresql: clusters.Cluster, name: str) -> Iterator[None]:
    """PostgreSQL then ends all others too, since they share memory with it, and recovers."""
    of_name = f"SELECT max(pid) FROM pg_stat_activity WHERE datname = '{name}' AND backend_type = 'client backend'"
    if pid := postgresql.do(of_name):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    yield
    clusters.wait_until(lambda: _answers(postgresql), "PostgreSQL has recovered")


def _answers(postgresql: clusters.Cluster) -> bool:
    with suppress(psycopg.Error):
        return bool(postgresql.do("SELECT true"))
    return False


def _end_connections(connection: psycopg.Connection[Any], name: str) -> None:
    ended = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid()"
    connection.execute(ended, (name,))


@contextmanager
def _altered(postgresql: clusters.Cluster, name: str, change: str) -> Iterator[None]:
    """Only new connections know of the change, so those that are open are ended."""
    back = "ALLOW_CONNECTIONS true" if "ALLOW" in change else "RESET default_transaction_read_only"
    for statement in (change, back):
        with postgresql.connected() as connection:
            connection.execute(f"ALTER DATABASE {name} {statement}")  # type: ignore[call-overload]
            _end_connections(connection, name)
        if statement == change:
            yield


@contextmanager
def _used_up(postgresql: clusters.Cluster, name: str) -> Iterator[None]:
    """Others hold every connection: first those that are free, then those of the product, which are ended."""
    held: list[psycopg.Connection[Any]] = []
    try:
        _take_all(postgresql, held)
        _end_connections(held[0], name)
        _take_all(postgresql, held)
        yield
    finally:
        for connection in held:
            connection.close()


def _take_all(postgresql: clusters.Cluster, held: list[psycopg.Connection[Any]]) -> None:
    address = f"postgresql://postgres@127.0.0.1:{postgresql.port}/postgres"
    with suppress(psycopg.OperationalError):  # "too many clients already"
        while True:
            held.append(psycopg.connect(address, autocommit=True, connect_timeout=5))
