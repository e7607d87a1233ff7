"""One way to write, one way to read, on both databases."""

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import psycopg
import pytest
from fastapi import APIRouter, FastAPI
from psycopg.conninfo import make_conninfo
from sqlalchemy import Integer, String, column, func, insert, select, table, text
from sqlalchemy.engine import make_url
from sqlalchemy.exc import DBAPIError, IntegrityError, StatementError
from sqlalchemy.orm import Session
from starlette.testclient import TestClient

from analytics.engine.snapshots import snapshot
from services.backup.capture.postgresql import one_moment
from services.core.db.db import Database, yielding_to_calls
from services.core.db.writer import LONGEST_YIELD_SECONDS, Writer
from services.core.http.errors import DatabaseUnavailable, install_error_handlers, refusal
from services.core.http.transactions import Reads, TransactionRoute, Writes
from services.core.models import IdempotencyKey, RateCount
from tests.services.stored import execute

pytestmark = pytest.mark.both_databases

NOTES = table("notes", column("id", Integer), column("text", String))


class Refused(Exception):
    """What a unit raises of its own accord."""


@pytest.fixture(autouse=True)
def _notes(db: Database) -> None:
    """A table with a rule the database checks only when it commits: `parent` has to name an existing note."""
    execute(
        db.engine,
        "CREATE TABLE notes (id INTEGER PRIMARY KEY, text VARCHAR(20) NOT NULL, "
        "parent INTEGER REFERENCES notes (id) DEFERRABLE INITIALLY DEFERRED)",
    )


def add(session: Session, id_: int, note: str = "x") -> int:
    session.execute(insert(NOTES).values(id=id_, text=note))
    return id_


def add_orphan(session: Session, id_: int) -> None:
    """Accepted by the statement, refused by the commit."""
    session.execute(text("INSERT INTO notes (id, text, parent) VALUES (:id, 'orphan', 999)"), {"id": id_})


def ids(db: Database) -> list[int]:
    with db.read() as session:
        return list(session.scalars(select(NOTES.c.id).order_by(NOTES.c.id)))


# Writing


def test_a_unit_is_committed_before_its_result_is_there(db: Database, database_url: str) -> None:
    assert db.write(lambda session: add(session, 1)) == 1
    other = Database(database_url)
    assert ids(other) == [1]
    other.close()


def test_a_failing_unit_leaves_nothing_and_its_error_is_raised(db: Database) -> None:
    def unit(session: Session) -> None:
        add(session, 1)
        raise Refused("after the first of two rows")

    with pytest.raises(Refused, match="first of two"):
        db.write(unit)
    assert ids(db) == []
    assert db.write(lambda session: add(session, 2)) == 2


def test_a_failing_commit_is_never_a_result(db: Database) -> None:
    with pytest.raises(IntegrityError):
        db.write(lambda session: add_orphan(session, 1))
    assert ids(db) == []


def test_a_failing_statement_can_be_caught_inside_a_unit_by_a_savepoint(db: Database) -> None:
    db.write(lambda session: add(session, 1))

    def unit(session: Session) -> str:
        try:
            with session.begin_nested():
                add(session, 1)
        except IntegrityError:
            add(session, 2)
            return "second"
        return "first"

    assert db.write(unit) == "second"
    assert ids(db) == [1, 2]


def test_units_of_many_threads_are_all_kept_except_those_that_fail(db: Database) -> None:
    failures = []

    def work(number: int) -> None:
        def unit(session: Session) -> None:
            add(session, number)
            if number % 5 == 0:
                raise Refused

        try:
            db.write(unit)
        except Refused:
            failures.append(number)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(60)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(failures) == list(range(0, 60, 5))
    assert ids(db) == [number for number in range(60) if number % 5]


# Writing together. The first unit holds the writer until the others wait, so they certainly form one group.


Handler = Callable[[Session, Sequence[Any]], Sequence[Any]]


class HeldWriter:
    """A handler that keeps the writer busy until it may end."""

    def __init__(self) -> None:
        self._is_writing, self.may_end = threading.Event(), threading.Event()

    def __call__(self, _session: Session, items: Sequence[None]) -> Sequence[None]:
        self._is_writing.set()
        assert self.may_end.wait(60)
        return items

    async def begun(self) -> None:
        """Wait until the writer is at it."""
        assert await asyncio.to_thread(self._is_writing.wait, 20)


def together(db: Database, *calls: tuple[Handler, Any]) -> list[Any]:
    """Results or exceptions of calls that wait at the same moment."""

    async def drive() -> list[Any]:
        held = HeldWriter()
        first: Awaitable[Any] = db.write_grouped(held, None)
        await held.begun()
        waiting = [db.write_grouped(handler, item) for handler, item in calls]
        held.may_end.set()
        return list(await asyncio.gather(first, *waiting, return_exceptions=True))[1:]

    return asyncio.run(drive())


def test_items_that_wait_together_are_handled_in_one_call_in_order(db: Database) -> None:
    groups: list[list[int]] = []

    def handler(session: Session, items: Sequence[int]) -> Sequence[str]:
        groups.append(list(items))
        for item in items:
            add(session, item)
        return [f"result {item}" for item in items]

    results = together(db, *((handler, item) for item in (3, 1, 2)))
    assert groups == [[3, 1, 2]]
    assert results == ["result 3", "result 1", "result 2"]
    assert ids(db) == [1, 2, 3]


def test_a_failing_item_does_not_fail_its_neighbours(db: Database) -> None:
    groups: list[list[int]] = []

    def handler(session: Session, items: Sequence[int]) -> Sequence[int]:
        groups.append(list(items))
        for item in items:
            add(session, item)
            if item == 2:
                raise Refused
        return list(items)

    results = together(db, *((handler, item) for item in (1, 2, 3)))
    assert [results[0], type(results[1]), results[2]] == [1, Refused, 3]
    assert groups == [[1, 2, 3], [1], [2], [3]]
    assert ids(db) == [1, 3]


def test_an_item_the_database_refuses_does_not_fail_its_neighbours(db: Database) -> None:
    db.write(lambda session: add(session, 2))

    def handler(session: Session, items: Sequence[int]) -> Sequence[int]:
        return [add(session, item) for item in items]

    results = together(db, *((handler, item) for item in (1, 2, 3)))
    assert [results[0], type(results[1]), results[2]] == [1, IntegrityError, 3]
    assert ids(db) == [1, 2, 3]


def test_an_item_that_spoils_the_common_commit_fails_alone(db: Database) -> None:
    """The rule is checked by COMMIT, after every savepoint was released: only then is the culprit found."""

    def good(session: Session, items: Sequence[int]) -> Sequence[int]:
        return [add(session, item) for item in items]

    def bad(session: Session, items: Sequence[int]) -> Sequence[None]:
        return [add_orphan(session, item) for item in items]

    results = together(db, (good, 1), (bad, 2), (good, 3))
    assert [results[0], type(results[1]), results[2]] == [1, IntegrityError, 3]
    assert ids(db) == [1, 3]


def test_no_grouped_answer_leaves_before_the_commit(db: Database, database_url: str) -> None:
    """While the writer is still busy with the transaction, a neighbour's row is not there and its answer neither."""
    seen: list[Any] = []
    other = Database(database_url)

    def early(session: Session, items: Sequence[int]) -> Sequence[int]:
        return [add(session, item) for item in items]

    def late(_session: Session, items: Sequence[int]) -> Sequence[int]:
        seen.append(ids(other))
        return items

    assert together(db, (early, 1), (late, 2)) == [1, 2]
    assert seen == [[]]
    assert ids(other) == [1]
    other.close()


def test_a_handler_that_answers_too_few_results_fails_instead_of_mixing_them_up(db: Database) -> None:
    def handler(session: Session, items: Sequence[int]) -> Sequence[int]:
        return [add(session, item) for item in items][:-1]

    results = together(db, (handler, 1), (handler, 2))
    assert [type(result) for result in results] == [ValueError, ValueError]
    assert ids(db) == []


def test_a_caller_that_gave_up_does_not_hurt_the_others(db: Database) -> None:
    def handler(session: Session, items: Sequence[int]) -> Sequence[int]:
        return [add(session, item) for item in items]

    async def drive() -> int:
        held = HeldWriter()
        first = db.write_grouped(held, None)
        await held.begun()
        given_up = asyncio.ensure_future(db.write_grouped(handler, 1))
        kept = db.write_grouped(handler, 2)
        given_up.cancel()
        held.may_end.set()
        await first
        return await kept

    assert asyncio.run(drive()) == 2
    assert ids(db) == [1, 2]


class HeldTime:
    """A clock that only sleeping moves; `while_asleep` happens meanwhile."""

    def __init__(self, while_asleep: Callable[[], object]) -> None:
        self.now, self._while_asleep = 0.0, while_asleep

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        if threading.current_thread() is threading.main_thread():
            self._while_asleep()


def answered(_session: Session, items: Sequence[int]) -> Sequence[int]:
    return items


@pytest.mark.parametrize("crowds", [1, 3, 10_000])
def test_what_yields_is_written_after_the_crowd_and_in_time_if_it_never_ends(
    db: Database, monkeypatch: pytest.MonkeyPatch, crowds: int
) -> None:
    left = crowds

    def crowd() -> None:
        nonlocal left
        if left:
            left -= 1
            together(db, *((answered, number) for number in range(20)))

    held = HeldTime(crowd)
    monkeypatch.setattr("services.core.db.writer.time", held)
    crowd()
    db.write(lambda session: add(session, 1))
    assert (left, ids(db)) == (crowds - 1, [1])  # a clerk's write waits for nothing but its turn
    with yielding_to_calls():
        db.write(lambda session: add(session, 2))
    assert ids(db) == [1, 2]
    if crowds < 10_000:
        assert left == 0
    else:
        assert LONGEST_YIELD_SECONDS <= held.now < LONGEST_YIELD_SECONDS + 1


def test_what_yields_lets_those_pass_who_came_during_its_last_unit(
    db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a job with many units takes every second turn: after each of them no crowd has been written for a while."""

    async def drive() -> None:
        writer, held = Writer(db.engine), HeldWriter()
        monkeypatch.setattr("services.core.db.writer.time", HeldTime(held.may_end.set))
        unit = writer.submit_item(held, None)
        await held.begun()
        behind = [writer.submit_item(answered, number) for number in range(20)]
        writer.await_lull()
        has_waited = held.may_end.is_set()
        held.may_end.set()
        await asyncio.gather(unit, *behind)
        writer.close()
        assert has_waited

    asyncio.run(drive())


def test_units_wait_with_futures_and_fail_alone(db: Database) -> None:
    """The same for `Database.write` on SQLite, whose units meet in the writer too."""
    writer = Writer(db.engine)
    is_writing, may_end = threading.Event(), threading.Event()

    def hold(_session: Session) -> None:
        is_writing.set()
        assert may_end.wait(60)

    first = writer.submit_unit(hold)
    assert is_writing.wait(60)
    good = writer.submit_unit(lambda session: add(session, 1))
    bad = writer.submit_unit(lambda session: (add(session, 2), add(session, 2)))
    worse = writer.submit_unit(lambda session: add_orphan(session, 3))
    last = writer.submit_unit(lambda session: add(session, 4))
    may_end.set()
    writer.close()
    assert (first.result(), good.result(), last.result()) == (None, 1, 4)
    assert isinstance(bad.exception(), IntegrityError)
    assert isinstance(worse.exception(), IntegrityError)
    assert ids(db) == [1, 4]


# Closing


def test_accepted_writes_are_finished_when_the_database_is_closed(db: Database, database_url: str) -> None:
    async def drive() -> list[int]:
        def handler(session: Session, items: Sequence[int]) -> Sequence[int]:
            return [add(session, item) for item in items]

        waiting = [db.write_grouped(handler, number) for number in range(20)]
        await asyncio.to_thread(db.close)
        return list(await asyncio.gather(*waiting))

    assert asyncio.run(drive()) == list(range(20))
    again = Database(database_url)
    assert ids(again) == list(range(20))
    again.close()


def test_a_grouped_write_after_close_is_refused_as_unavailable(db: Database) -> None:
    async def drive() -> None:
        await db.write_grouped(lambda _session, items: items, 1)

    db.close()
    with pytest.raises(DatabaseUnavailable):
        asyncio.run(drive())


def test_a_write_after_close_is_refused_as_unavailable(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    database.write(lambda session: session.execute(text("SELECT 1")).scalar())
    database.close()
    database.close()
    with pytest.raises(DatabaseUnavailable):
        database.write(lambda session: session.execute(text("SELECT 1")).scalar())


# Reading


def test_a_read_session_cannot_write(db: Database) -> None:
    with pytest.raises(DBAPIError), db.read() as session:
        add(session, 1)
    assert ids(db) == []


def test_reading_goes_on_while_somebody_writes(db: Database) -> None:
    db.write(lambda session: add(session, 1))
    seen = []

    def unit(session: Session) -> None:
        add(session, 2)
        seen.append(ids(db))

    db.write(unit)
    assert seen == [[1]]
    assert ids(db) == [1, 2]


def test_foreign_keys_are_checked(db: Database) -> None:
    with pytest.raises(IntegrityError):
        execute(
            db.engine,
            "INSERT INTO spots (park_id, number, state, changed_at) VALUES ('atlantis', 1, 'free', '2026-01-01')",
        )


def test_sqlite_writes_through_to_the_disk(sqlite_url: str) -> None:
    database = Database(sqlite_url)
    with database.engine.connect() as connection:
        pragmas = {
            name: connection.execute(text(f"PRAGMA {name}")).scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        }
    database.close()
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1, "busy_timeout": 5000}


def test_postgresql_gives_up_waiting_for_a_lock_and_speaks_utc(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    with database.engine.connect() as connection:
        assert connection.execute(text("SHOW lock_timeout")).scalar() == "5s"
        assert connection.execute(text("SHOW timezone")).scalar() == "UTC"
        assert connection.execute(text("SHOW synchronous_commit")).scalar() == "on"
    database.close()


# Moments


def key_at(moment: datetime) -> IdempotencyKey:
    return IdempotencyKey(key_hash="k", fingerprint="f", status=None, body=None, created_at=moment, expires_at=moment)


def test_moments_are_stored_and_read_in_utc_to_the_microsecond(db: Database) -> None:
    berlin = datetime(2026, 7, 1, 0, 30, 1, 234567, tzinfo=timezone(timedelta(hours=2)))
    db.write(lambda session: session.add(key_at(berlin)))
    with db.read() as session:
        stored = session.scalars(select(IdempotencyKey.created_at)).one()
    assert stored == berlin
    assert stored.utcoffset() == timedelta(0)
    assert stored == datetime(2026, 6, 30, 22, 30, 1, 234567, tzinfo=UTC)


def test_a_moment_without_zone_is_refused(db: Database) -> None:
    with pytest.raises(StatementError, match="time zone"):
        db.write(lambda session: session.add(key_at(datetime(2026, 7, 1))) or session.flush())  # noqa: DTZ001
    with db.read() as session:
        assert session.scalars(select(IdempotencyKey)).all() == []


def test_a_large_key_fits(db: Database) -> None:
    """Ids and windows are 64 bits wide on both."""
    wide = 2**40
    db.write(lambda session: session.add(RateCount(bucket="b", window_start=wide, calls=1)))
    with db.read() as session:
        assert session.scalars(select(RateCount.window_start)).one() == wide


def test_postgresql_ends_statements_and_transactions_that_hang(postgresql_url: str) -> None:
    database = Database(postgresql_url)
    with database.read() as session:
        bounds = [session.scalar(text(f"SHOW {name}")) for name in _BOUNDS]
    database.close()
    assert bounds == ["5s", "2min", "10min"]


_BOUNDS = ("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout")


def test_a_connection_in_use_at_the_end_is_closed_when_it_comes_back(database_url: str) -> None:
    own = Database(database_url)
    with own.read() as session:
        driver = session.connection().connection.dbapi_connection
        assert driver is not None
        own.close()
        assert session.scalar(text("SELECT 1")) == 1
    with pytest.raises((psycopg.OperationalError, sqlite3.ProgrammingError), match="closed"):
        driver.cursor().execute("SELECT 1")


# What a server, a database or a role may be set to


def _conninfo(url: str) -> str:
    address = make_url(url)
    return make_conninfo(**address.get_dialect()().create_connect_args(address)[1])


@pytest.mark.parametrize("style", ["SQL, MDY", "German"])
def test_every_kind_of_connection_reads_moments_whatever_the_database_is_set_to(
    style: str, postgresql_url: str, tmp_path: Path
) -> None:
    name = make_url(postgresql_url).database
    with psycopg.connect(_conninfo(postgresql_url)) as owner:
        for setting in (f"datestyle = '{style}'", "timezone = 'America/Chicago'", "intervalstyle = 'iso_8601'"):
            owner.execute(f'ALTER DATABASE "{name}" SET {setting}')
    moment = "SELECT timestamptz '2026-11-28 08:00:00+00'"
    database = Database(postgresql_url)
    with database.read() as session:
        assert session.scalar(text(moment)) == datetime(2026, 11, 28, 8, tzinfo=UTC)
        texts = [session.scalar(text(f"SELECT ({moment})::text"))]
    assert database.write(lambda session: session.scalar(text(moment))) == datetime(2026, 11, 28, 8, tzinfo=UTC)
    database.close()
    with one_moment(postgresql_url) as connection:
        assert connection.execute(moment).fetchone() == (datetime(2026, 11, 28, 8, tzinfo=UTC),)
        texts += [row[0] for row in connection.execute(f"SELECT ({moment})::text").fetchall()]
    with snapshot(postgresql_url, tmp_path) as picture:
        texts += [row[0] for row in picture.rows(f"SELECT ({moment})::text")]
    assert texts == ["2026-11-28 08:00:00+00"] * 3


# The session of a route

THREADS = 40
"""So many does the pool have that FastAPI sends plain functions to."""
TooMany = refusal(409, "too_many", "Das sind zu viele.")


def app_of(db: Database, *routes: Callable[..., object]) -> FastAPI:
    """Each function is the route `POST /its_name`."""
    router = APIRouter(route_class=TransactionRoute)
    for route in routes:
        router.post(f"/{route.__name__}")(route)
    app = FastAPI()
    app.include_router(router)
    install_error_handlers(app)
    app.state.db = db
    return app


def test_what_is_written_is_there_for_others_when_the_answer_is(db: Database, database_url: str) -> None:
    def write(number: int, session: Writes) -> int:
        return add(session, number)

    with TestClient(app_of(db, write)) as client:
        answer = client.post("/write?number=7")
    assert (answer.status_code, answer.json()) == (200, 7)
    other = Database(database_url)
    assert ids(other) == [7]
    other.close()


def test_a_commit_that_fails_is_never_a_success(db: Database) -> None:
    def write(session: Writes) -> str:
        add_orphan(session, 1)
        return "done"

    with TestClient(app_of(db, write)) as client:
        assert client.post("/write").status_code == 503
    assert ids(db) == []


def test_a_refusal_takes_everything_back(db: Database) -> None:
    def write(session: Writes) -> None:
        add(session, 1)
        session.flush()
        raise TooMany

    with TestClient(app_of(db, write)) as client:
        assert client.post("/write").status_code == 409
    assert ids(db) == []


def test_a_route_that_reads_sees_one_moment_and_cannot_write(db: Database) -> None:
    def look(session: Reads) -> list[int]:
        before = session.scalar(select(func.count()).select_from(NOTES))
        db.write(lambda other: add(other, 1))
        return [before or 0, session.scalar(select(func.count()).select_from(NOTES)) or 0]

    def write(session: Reads) -> None:
        add(session, 2)

    with TestClient(app_of(db, look, write), raise_server_exceptions=False) as client:
        assert client.post("/look").json() == [0, 0]
        assert client.post("/write").status_code >= 500
    assert ids(db) == [1]


def test_many_more_writes_at_once_than_there_are_threads_all_come_through(db: Database) -> None:
    def write(number: int, session: Writes) -> int:
        return add(session, number)

    with TestClient(app_of(db, write)) as client, ThreadPoolExecutor(5 * THREADS) as callers:
        statuses = callers.map(lambda number: client.post(f"/write?number={number}").status_code, range(5 * THREADS))
        assert set(statuses) == {200}
    assert ids(db) == list(range(5 * THREADS))


def test_a_route_that_would_hold_up_the_event_loop_is_refused_at_the_start(db: Database) -> None:
    async def write(session: Writes) -> None:
        await asyncio.sleep(0)

    with pytest.raises(AssertionError, match="write would hold up the event loop"):
        app_of(db, write)


def test_the_document_of_a_route_says_nothing_of_its_session(db: Database) -> None:
    def write(number: int, session: Writes) -> int:
        return add(session, number)

    operation = app_of(db, write).openapi()["paths"]["/write"]["post"]
    assert [parameter["name"] for parameter in operation["parameters"]] == ["number"]
    assert "requestBody" not in operation
