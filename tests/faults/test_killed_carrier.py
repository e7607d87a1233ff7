"""Killed at any instruction, the carrying of rows into the store loses none and doubles none."""

import random
import shutil
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from sqlalchemy.engine import make_url

from analytics.engine.warehouse import open_warehouse
from analytics.store.catalogue import Store
from services.core.db.db import Database
from services.store.ingest import StoreIngest
from services.store.status import DatasetStatus, store_status, verify_whole
from tests.analytics.visit_rows import add_visits, visits_from
from tests.factories import reservation_body
from tests.faults.carrying import CHUNK_ROWS, carry_apart
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.proved import proved
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock

pytestmark = pytest.mark.both_databases(sample="sqlite")

KILLS = proved(9, 25)
"""On each database."""
CopyStore = Callable[[int], Store]


@pytest.fixture
def prepared(database_url: str, make_client: MakeClient, tmp_path: Path) -> Store:
    """A store with everything a run may have to do: new rows of two months, late ones for days already added up, many
    small files to merge, and old ones to delete.
    """
    store, clock = Store(database_url, tmp_path / "prepared"), HeldClock()
    clock.advance(hours=-2)
    db = Database(database_url)
    add_visits(db, visits_from(datetime(2026, 10, 20, 8, tzinfo=UTC), 55, apart=timedelta(hours=3)))
    StoreIngest(db, store, clock, chunk_rows=5).run()
    clock.advance(hours=2)
    add_visits(db, visits_from(datetime(2026, 10, 26, 8, tzinfo=UTC), 50, apart=timedelta(hours=4)))
    client = make_client(rate_limits="off")
    for number in range(3):
        body = reservation_body(email=f"haushalt-{number}@example.org")
        assert client.post("/functions/v1/reserve-spot", json=body).status_code == 200
    client.__exit__(None, None, None)
    db.close()
    return store


@pytest.fixture
def copy_of(prepared: Store, request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[CopyStore]:
    """Copies of the prepared database and its files, to be killed one after the other."""
    is_sqlite = make_url(prepared.url).get_backend_name() == "sqlite"
    made: list[str] = []

    def copy(number: int) -> Store:
        folder = tmp_path / f"copy-{number}"
        shutil.copytree(prepared.folder, folder)
        if is_sqlite:
            path = tmp_path / f"copy-{number}.sqlite3"
            shutil.copyfile(str(make_url(prepared.url).database), path)
            return Store(f"sqlite:///{path}", folder)
        databases: PostgresqlDatabases = request.getfixturevalue("postgresql_databases")
        made.append(databases.create(make_url(prepared.url).database))
        return Store(databases.url(made[-1]), folder)

    yield copy
    for name in made:
        request.getfixturevalue("postgresql_databases").drop(name)


def test_killed_carriers_lose_and_double_nothing(copy_of: CopyStore) -> None:
    now = HeldClock().now
    untouched = copy_of(0)
    whole = carry_apart(untouched, now)
    assert whole is not None
    lines, carried = whole
    assert carried.rows == 53
    assert _files(untouched) == {"visits": 3, "touches": 1, "visit_days": 2}, "merged and rolled up"
    left: set[int] = set()
    for number, kill_at in enumerate(_spread(lines), start=1):
        store = copy_of(number)
        assert carry_apart(store, now, kill_at) is None, f"line {kill_at} of {lines} was not reached"
        left.add(_rows_in_files(store))
        assert _ids(store) == list(range(1, 106)), f"readers after a kill at line {kill_at} of {lines}"
        db = Database(store.url)
        recovered = StoreIngest(db, store, lambda: now + timedelta(minutes=5), CHUNK_ROWS)
        recovered.run()
        assert verify_whole(db, store) == [], f"killed at line {kill_at} of {lines}"
        db.close()
        assert _ids(store) == list(range(1, 106))
        assert _rows_in_files(store) == 108
    assert left >= {55, 95, 105}, "before, between and after the commits"


def _spread(lines: int) -> list[int]:
    """One random line of each part of the run; the same ones every time."""
    chance = random.Random(5)
    bounds = [1 + lines * n // KILLS for n in range(KILLS + 1)]
    return [chance.randrange(first, beyond) for first, beyond in pairwise(bounds)]


def _ids(store: Store) -> list[int]:
    with open_warehouse(store, {"visits"}) as warehouse:
        return [id_ for (id_,) in warehouse.execute("SELECT id FROM source.visits ORDER BY id").fetchall()]


def _rows_in_files(store: Store) -> int:
    return sum(dataset.rows for dataset in _status(store) if dataset.name != "visit_days")


def _files(store: Store) -> dict[str, int]:
    return {dataset.name: dataset.files for dataset in _status(store)}


def _status(store: Store) -> list[DatasetStatus]:
    db = Database(store.url)
    with db.read() as session:
        status = store_status(session, HeldClock().now)
    db.close()
    return status.datasets
