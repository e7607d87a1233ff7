"""Killed at any instruction, the carrying of rows into an object store loses none and doubles none."""

import random
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.engine import make_url

from analytics.engine.warehouse import open_warehouse
from analytics.store.catalogue import Store
from services.core.db.db import Database
from services.store import manifest
from services.store.ingest import StoreIngest
from services.store.status import store_status, verify_whole
from tests.analytics.visit_rows import add_visits, visits_from
from tests.faults.carrying import CHUNK_ROWS, carry_apart
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.proved import proved
from tests.scale.objects.places import store_at
from tests.services.held_clock import HeldClock

KILLS = proved(2, 50)
"""On each database."""
pytestmark = pytest.mark.both_databases(sample="sqlite")


@pytest.fixture
def prepared(database_url: str, objects_url: str, db: Database, tmp_path: Path) -> Store:
    """New rows of two months, late ones for days already added up, many small files to merge, old ones to delete."""
    store, clock = store_at(objects_url, database_url, tmp_path / "prepared"), HeldClock()
    clock.advance(hours=-2)
    add_visits(db, visits_from(datetime(2026, 10, 20, 8, tzinfo=UTC), 55, apart=timedelta(hours=3)))
    StoreIngest(db, store, clock, chunk_rows=5).run()
    clock.advance(hours=2)
    add_visits(db, visits_from(datetime(2026, 10, 26, 8, tzinfo=UTC), 50, apart=timedelta(hours=4)))
    db.close()
    return store


@pytest.fixture
def copy_of(
    prepared: Store, objects_url: str, request: pytest.FixtureRequest, tmp_path: Path
) -> Iterator[Callable[[int], Store]]:
    """Copies of the prepared database and its objects, to be killed one after the other."""
    made: list[str] = []

    def copied_database(number: int) -> str:
        if prepared.url.startswith("sqlite"):
            path = tmp_path / f"copy-{number}.sqlite3"
            shutil.copyfile(str(make_url(prepared.url).database), path)
            return f"sqlite:///{path}"
        databases: PostgresqlDatabases = request.getfixturevalue("postgresql_databases")
        made.append(databases.create(make_url(prepared.url).database))
        return databases.url(made[-1])

    def copy(number: int) -> Store:
        store = store_at(f"{objects_url}-{number}", copied_database(number), tmp_path / f"copy-{number}")
        assert prepared.remote is not None and store.remote is not None
        for dataset in ("visits", "visit_days"):
            for one in prepared.remote.list(dataset):
                draft = tmp_path / "copied"
                assert prepared.remote.fetch(one.name, draft)
                store.remote.put_file(one.name, draft)
        return store

    yield copy
    for name in made:
        request.getfixturevalue("postgresql_databases").drop(name)


@pytest.mark.sample(0)
def test_killed_uploads_lose_and_double_nothing(
    copy_of: Callable[[int], Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = HeldClock().now
    whole = carry_apart(copy_of(0), now)
    assert whole is not None
    lines, carried = whole
    assert carried.rows == 50
    left: set[int] = set()
    orphans = 0
    for number, kill_at in enumerate(spread(lines), start=1):
        store = copy_of(number)
        assert carry_apart(store, now, kill_at) is None, f"line {kill_at} of {lines} was not reached"
        left.add(rows_in_files(store))
        orphans += len(lying(store) - named(store))
        assert ids(store) == list(range(1, 106)), f"readers after a kill at line {kill_at} of {lines}"
        db = Database(store.url)
        with monkeypatch.context() as patched:
            patched.setattr(manifest, "LEFT_AFTER", timedelta(0))
            later = now + timedelta(hours=2)
            StoreIngest(db, store, lambda later=later: later, CHUNK_ROWS).run()  # type: ignore[misc]
            StoreIngest(db, store, lambda later=later: later + timedelta(hours=2), CHUNK_ROWS).run()  # type: ignore[misc]
        assert verify_whole(db, store) == [], f"killed at line {kill_at} of {lines}"
        db.close()
        assert ids(store) == list(range(1, 106))
        assert lying(store) == named(store), "what the killed one has left is gone"
    assert len(left) >= proved(1, 3), "before, between and after the commits"
    assert orphans > 0 or KILLS < 10, "some were killed between upload and commit"
    print(f"{KILLS} kills among {lines} lines, {orphans} files left and swept")


def spread(lines: int) -> list[int]:
    """One random line of each part of the run; the same ones every time."""
    chance = random.Random(7)
    bounds = [1 + lines * n // KILLS for n in range(KILLS + 1)]
    return [chance.randrange(first, beyond) for first, beyond in pairwise(bounds)]


def ids(store: Store) -> list[int]:
    with open_warehouse(store, {"visits"}) as warehouse:
        return [id_ for (id_,) in warehouse.execute("SELECT id FROM source.visits ORDER BY id").fetchall()]


def lying(store: Store) -> set[str]:
    assert store.remote is not None
    return {one.name for dataset in ("visits", "touches", "visit_days") for one in store.remote.list(dataset)}


def named(store: Store) -> set[str]:
    db = Database(store.url)
    with db.read() as session:
        found = {path for (path,) in session.execute(text("SELECT path FROM store_files"))}
    db.close()
    return found


def rows_in_files(store: Store) -> int:
    db = Database(store.url)
    with db.read() as session:
        status = store_status(session, HeldClock().now)
    db.close()
    return sum(dataset.rows for dataset in status.datasets if dataset.name != "visit_days")
