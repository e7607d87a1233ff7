"""Killed at any instruction, the carrying of rows into the store loses none and doubles none."""

import random
import shutil
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from analytics.engine.warehouse import open_warehouse
from analytics.store.catalogue import Store
from services.core.db.db import Database
from services.store import manifest
from services.store.ingest import StoreIngest
from services.store.models import StoreFile
from services.store.status import DatasetStatus, store_status, verify_whole
from tests.analytics.visit_rows import add_visits, visits_from
from tests.factories import reservation_body
from tests.faults.carrying import CHUNK_ROWS, carry_apart
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.proved import proved
from tests.fixtures.servers import MakeClient
from tests.scale.objects.places import store_at
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases(sample="sqlite")

KILLS = 25
"""On each database, and at each place of the files."""
SHARES = (0.15, 0.4, 0.7)
"""Where the sample is killed: before, between and after the commits."""
TABLES = ("visits", "touches", "visit_days")
StoreOf = Callable[[str, str], Store]
CopyStore = Callable[[int], Store]


@pytest.fixture(params=proved(["folder"], ["folder", "object store"]))
def place(request: pytest.FixtureRequest) -> str:
    """Where the files of the store lie."""
    return str(request.param)


@pytest.fixture
def store_of(place: str, request: pytest.FixtureRequest, tmp_path: Path) -> StoreOf:
    """The store of a database under a name of its own."""
    if place == "folder":
        return lambda url, name: Store(url, tmp_path / name)
    objects = request.getfixturevalue("objects_url")
    return lambda url, name: store_at(f"{objects}-{name}", url, tmp_path / name)


@pytest.fixture
def prepared(database_url: str, make_client: MakeClient, store_of: StoreOf) -> Store:
    """A store with everything a run may have to do: new rows of two months, late ones for days already added up, many
    small files to merge, and old ones to delete.
    """
    store, clock = store_of(database_url, "prepared"), HeldClock()
    clock.advance(hours=-2)
    with closing(Database(database_url)) as db:
        add_visits(db, visits_from(datetime(2026, 10, 20, 8, tzinfo=UTC), 55, apart=timedelta(hours=3)))
        StoreIngest(db, store, clock, chunk_rows=5).run()
        add_visits(db, visits_from(datetime(2026, 10, 26, 8, tzinfo=UTC), 50, apart=timedelta(hours=4)))
    client = make_client(rate_limits="off")
    for number in range(3):
        body = reservation_body(email=f"haushalt-{number}@example.org")
        assert client.post("/functions/v1/reserve-spot", json=body).status_code == 200
    client.__exit__(None, None, None)
    return store


@pytest.fixture
def copy_of(prepared: Store, store_of: StoreOf, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[CopyStore]:
    """Copies of the prepared database and its files, to be killed one after the other."""
    made: list[str] = []

    def copied_database(number: int) -> str:
        if make_url(prepared.url).get_backend_name() == "sqlite":
            path = tmp_path / f"copy-{number}.sqlite3"
            shutil.copyfile(str(make_url(prepared.url).database), path)
            return f"sqlite:///{path}"
        databases: PostgresqlDatabases = request.getfixturevalue("postgresql_databases")
        made.append(databases.create(make_url(prepared.url).database))
        return databases.url(made[-1])

    def copy(number: int) -> Store:
        store = store_of(copied_database(number), f"copy-{number}")
        if prepared.remote is None or store.remote is None:
            shutil.copytree(prepared.folder, store.folder)
            return store
        for one in (one for table in TABLES for one in prepared.remote.list(table)):
            assert prepared.remote.fetch(one.name, tmp_path / "copied")
            store.remote.put_file(one.name, tmp_path / "copied")
        return store

    yield copy
    for name in made:
        request.getfixturevalue("postgresql_databases").drop(name)


def test_killed_carriers_lose_and_double_nothing(
    place: str, copy_of: CopyStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = HeldClock().now
    untouched = copy_of(0)
    whole = carry_apart(untouched, now)
    assert whole is not None
    lines, carried = whole
    assert carried.rows == 53
    assert _files(untouched) == {"visits": 3, "touches": 1, "visit_days": 2}, "merged and rolled up"
    left: set[int] = set()
    orphans = 0
    for number, kill_at in enumerate(_moments(lines), start=1):
        store = copy_of(number)
        assert carry_apart(store, now, kill_at) is None, f"line {kill_at} of {lines} was not reached"
        left.add(_rows_in_files(store))
        assert _ids(store) == list(range(1, 106)), f"readers after a kill at line {kill_at} of {lines}"
        orphans += len(_unnamed(store))
        with closing(Database(store.url)) as db, monkeypatch.context() as patched:
            patched.setattr(manifest, "LEFT_AFTER", timedelta(0))  # of objects that may still be arriving
            for minutes in (5,) if place == "folder" else (120, 240):
                StoreIngest(db, store, HeldClock(now + timedelta(minutes=minutes)), CHUNK_ROWS).run()
            assert verify_whole(db, store) == [], f"killed at line {kill_at} of {lines}"
        assert _ids(store) == list(range(1, 106))
        assert _rows_in_files(store) == 108
        assert _unnamed(store) == set(), "what the killed one has left is gone"
    assert left >= {55, 95, 105}, "before, between and after the commits"
    assert place == "folder" or orphans > 0, "some were killed between upload and commit"


def _unnamed(store: Store) -> set[str]:
    """Objects that no row names."""
    if store.remote is None:
        return set()
    lying = {one.name for table in TABLES for one in store.remote.list(table)}
    with closing(Database(store.url)) as db:
        return lying - {row["path"] for row in stored(db, StoreFile)}


def _moments(lines: int) -> list[int]:
    """One random line of each part of the run; the same ones every time."""
    chance = random.Random(5)
    bounds = [1 + lines * n // KILLS for n in range(KILLS + 1)]
    spread = [chance.randrange(first, beyond) for first, beyond in pairwise(bounds)]
    return proved([round(lines * share) for share in SHARES], spread)


def _ids(store: Store) -> list[int]:
    with open_warehouse(store, {"visits"}) as warehouse:
        return [id_ for (id_,) in warehouse.execute("SELECT id FROM source.visits ORDER BY id").fetchall()]


def _rows_in_files(store: Store) -> int:
    return sum(dataset.rows for dataset in _status(store) if dataset.name != "visit_days")


def _files(store: Store) -> dict[str, int]:
    return {dataset.name: dataset.files for dataset in _status(store)}


def _status(store: Store) -> list[DatasetStatus]:
    with closing(Database(store.url)) as db, db.read() as session:
        return store_status(session, HeldClock().now).datasets
