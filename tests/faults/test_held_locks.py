"""A lock that somebody holds for long: calls are refused in time, and what does not need the lock goes on."""

import sqlite3
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.engine import make_url

from services.core.db.db import Database
from services.core.db.writer import LOCK_WAIT_SECONDS
from services.reservations.models import Reservation
from services.visits.models import Visit
from tests.factories import reservation_body
from tests.faults.calls import Answer, call_all, distinct_bodies
from tests.fixtures.servers import StartServer
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases(sample="postgresql")

QUIET = {"scheduler": "off", "rate_limits": "off"}
CALLS = 24
_AT_MOST = 4 * LOCK_WAIT_SECONDS
"""With what a busy machine adds; one after the other they would wait two minutes."""


@contextmanager
def _held(url: str) -> Iterator[None]:
    """While the block runs, another program holds what every reservation needs."""
    if url.startswith("sqlite"):
        file = sqlite3.connect(make_url(url).database or "", isolation_level=None)
        file.execute("BEGIN IMMEDIATE")
        yield
        file.rollback()
        file.close()
        return
    engine = create_engine(url)
    with engine.connect() as connection, connection.begin():
        connection.execute(text("SELECT id FROM parks FOR UPDATE"))
        yield
    engine.dispose()


def _timed(url: str, times: list[float], answers: list[Answer]) -> threading.Thread:
    def call(body: dict[str, object]) -> None:
        begun = time.monotonic()
        answers.extend(call_all([url], [body], clients=1))
        times.append(time.monotonic() - begun)

    def run() -> None:
        threads = [threading.Thread(target=call, args=(body,)) for body in distinct_bodies(CALLS)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

    return threading.Thread(target=run)


def test_calls_behind_a_held_lock_are_refused_in_time_and_the_next_succeed(
    database_url: str, start_server: StartServer, db: Database
) -> None:
    server = start_server(database_url, **QUIET)
    times: list[float] = []
    answers: list[Answer] = []
    with _held(database_url):
        load = _timed(server.url, times, answers)
        load.start()
        load.join()
        ready = httpx2.get(f"{server.url}/readyz", timeout=30)
    assert (ready.status_code, "database_locked" in ready.json()["causes"]) == (200, True)
    assert {answer.status for answer in answers} == {503}
    assert {answer.body["code"] for answer in answers} == {"unavailable"}
    assert len(times) == CALLS
    assert max(times) < _AT_MOST
    assert stored(db, Reservation) == []
    answer = httpx2.post(f"{server.url}/functions/v1/reserve-spot", json=reservation_body(), timeout=30)
    assert (answer.status_code, answer.json()["spot_number"]) == (200, 1)
    assert "database_locked" not in httpx2.get(f"{server.url}/readyz", timeout=30).json()["causes"]
    assert "database_locked" in (server.data_dir / "server.log").read_text()


def test_visits_do_not_wait_behind_a_locked_park(postgresql_url: str, start_server: StartServer) -> None:
    server = start_server(postgresql_url, **QUIET)
    waited: list[float] = []
    answered: list[float] = []
    visit, own = {"step": "page_view", "path": "/"}, {"Sec-Fetch-Site": "same-origin"}
    with _held(postgresql_url):
        load = _timed(server.url, waited, [])
        load.start()
        for _ in range(5):
            begun = time.monotonic()
            assert httpx2.post(f"{server.url}/api/visits", json=visit, headers=own, timeout=30).status_code == 204
            answered.append(time.monotonic() - begun)
        load.join()
    assert max(answered) < min(waited), "none waited as long as what waits for the lock"
    database = Database(postgresql_url)
    assert len(stored(database, Visit)) == 5
    database.close()


@pytest.mark.sample(0)
def test_a_call_that_waited_in_the_queue_waits_for_the_lock_no_longer_than_the_rest_of_its_time(
    db: Database, database_url: str
) -> None:
    """Calls that keep coming while the lock is held: each has its own time, and none takes its neighbours'."""
    times: list[float] = []

    def write() -> None:
        begun = time.monotonic()
        with pytest.raises(Exception, match=r"lock|unavailable"):
            db.write(lambda session: session.execute(text("UPDATE parks SET id = id")) and None)
        times.append(time.monotonic() - begun)

    with _held(database_url):
        first = threading.Thread(target=write)
        first.start()
        first.join(LOCK_WAIT_SECONDS / 2)
        threads = [threading.Thread(target=write) for _ in range(10)]
        for thread in threads:
            thread.start()
        for thread in (first, *threads):
            thread.join()
    assert len(times) == 11
    assert max(times) < _AT_MOST
    assert db.write(lambda session: session.execute(text("UPDATE parks SET id = id")).rowcount) > 0
