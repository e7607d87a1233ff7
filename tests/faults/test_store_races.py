"""Carriers, writers and readers at once."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, insert, text

from analytics.engine.warehouse import open_warehouse
from analytics.store.catalogue import Store
from analytics.store.files import StoreFault
from services.core.db.db import Database
from services.store.ingest import StoreIngest
from services.store.status import is_restored, verify_whole
from services.visits.models import Visit
from tests.analytics.visit_rows import NOON, add_visits, visit, visits_from
from tests.faults.carrying import carry_together
from tests.fixtures.proved import proved
from tests.services.held_clock import HeldClock
from tests.services.stored import execute

pytestmark = pytest.mark.both_databases(sample="postgresql")


ROUNDS = proved(1, 3)


@pytest.fixture
def store(database_url: str, tmp_path: Path) -> Store:
    return Store(database_url, tmp_path / "store")


def ids_in(store: Store) -> list[int]:
    with open_warehouse(store, {"visits"}) as warehouse:
        return [id_ for (id_,) in warehouse.execute("SELECT id FROM source.visits ORDER BY id").fetchall()]


def test_carriers_in_several_processes_carry_each_row_once(db: Database, store: Store) -> None:
    clock, carried = HeldClock(), 0
    for _round in range(ROUNDS):
        add_visits(db, visits_from(NOON, 200, apart=timedelta(hours=1)))
        answers = carry_together(store, clock.now, 3)
        carried += sum(answer.rows for answer in answers)
    carried += StoreIngest(db, store, clock).run().rows
    assert carried == 200 * ROUNDS
    assert ids_in(store) == list(range(1, 200 * ROUNDS + 1))
    assert verify_whole(db, store) == []


def test_readers_neither_miss_nor_double_a_row_while_rows_are_carried(db: Database, store: Store) -> None:
    """One thread writes and carries, merges included, as fast as it can; every reader sees an unbroken beginning."""
    rounds, clock = proved(3, 25), HeldClock()
    written: list[int] = [0]
    was_read = threading.Event()

    def write_and_carry() -> None:
        ingest = StoreIngest(db, store, clock, chunk_rows=2)
        for number in range(rounds):
            add_visits(db, visits_from(NOON + timedelta(hours=number), 4))
            written[0] += 4
            ingest.run()
            was_read.clear()
            was_read.wait(60)  # so that a reader comes between two rounds, however busy the machine is

    worker = threading.Thread(target=write_and_carry)
    worker.start()
    seen: list[int] = []
    while worker.is_alive():
        least = written[0]
        found = ids_in(store)
        assert found == list(range(1, len(found) + 1))
        assert len(found) >= least
        seen.append(len(found))
        was_read.set()
    worker.join()
    assert ids_in(store) == list(range(1, rounds * 4 + 1))
    assert len(set(seen)) > proved(1, 3), "the readers came between the carriers"
    assert verify_whole(db, store) == []


class TestLateCommits:
    """PostgreSQL hands out ids in one order and commits in another."""

    @pytest.fixture
    def database_url(self, postgresql_url: str) -> str:
        return postgresql_url

    @pytest.fixture
    def store(self, postgresql_url: str, tmp_path: Path) -> Store:
        return Store(postgresql_url, tmp_path / "store")

    @contextmanager
    def _open_transaction(self, url: str) -> Iterator[Connection]:
        engine = create_engine(url)
        with engine.connect() as connection:
            connection.execute(insert(Visit), [visit(visitor=1)])
            yield connection
        engine.dispose()

    def test_a_lower_id_that_is_committed_later_is_carried_once(self, db: Database, store: Store) -> None:
        ingest = StoreIngest(db, store, HeldClock())
        with self._open_transaction(store.url) as slow:
            add_visits(db, [visit(visitor=2)])
            assert ingest.run().rows == 0, "the row of the quick transaction waits for the slow one"
            assert ids_in(store) == [2], "and is read as a fresh one"
            slow.commit()
        assert ids_in(store) == [1, 2]
        assert ingest.run().rows == 2
        assert ids_in(store) == [1, 2]
        add_visits(db, [visit(visitor=3)])
        assert ingest.run().rows == 1
        assert ids_in(store) == [1, 2, 3]
        assert verify_whole(db, store) == []

    def test_a_transaction_that_began_before_and_commits_after_a_carrier_is_carried_once(
        self, db: Database, store: Store
    ) -> None:
        ingest = StoreIngest(db, store, HeldClock())
        add_visits(db, [visit(visitor=1)])
        with self._open_transaction(store.url) as slow:
            assert ingest.run().rows == 1
            add_visits(db, visits_from(NOON, 3))
            assert ingest.run().rows == 0
            slow.execute(insert(Visit), [visit(visitor=9)])
            slow.commit()
        assert ingest.run().rows == 5
        assert ids_in(store) == [1, 2, 3, 4, 5, 6]
        assert verify_whole(db, store) == []

    def test_a_transaction_that_is_rolled_back_holds_nothing_up_for_good(self, db: Database, store: Store) -> None:
        ingest = StoreIngest(db, store, HeldClock())
        with self._open_transaction(store.url) as slow:
            add_visits(db, [visit(visitor=2)])
            assert ingest.run().rows == 0
            slow.rollback()
        assert ingest.run().rows == 1
        assert ids_in(store) == [2]

    def test_a_reader_passes_over_what_one_large_transaction_wrote(self, db: Database, store: Store) -> None:
        """The watermark goes up to the oldest open transaction, so that an index by transaction is enough."""
        add_visits(db, visits_from(NOON, 50))
        assert StoreIngest(db, store, HeldClock()).run().rows == 50
        with db.read() as session:
            mark = session.scalar(text("SELECT written_in FROM store_watermarks WHERE dataset = 'visits'"))
            written = session.scalar(text("SELECT max(written_in) FROM visits"))
        assert mark > written
        add_visits(db, visits_from(NOON, 2))
        assert ids_in(store) == list(range(1, 53))


class TestRestoredDump:
    """A dump of one PostgreSQL cluster in another, which counts its transactions from the beginning."""

    @pytest.fixture
    def database_url(self, postgresql_url: str) -> str:
        return postgresql_url

    @pytest.fixture
    def restored(self, db: Database, postgresql_url: str, tmp_path: Path) -> Store:
        """Five rows in files, two beyond the watermark, all written by transactions that this cluster never began."""
        store = Store(postgresql_url, tmp_path / "store")
        add_visits(db, visits_from(NOON, 5))
        StoreIngest(db, store, HeldClock()).run()
        add_visits(db, visits_from(NOON, 2))
        ahead = "+ 1000000000"
        execute(
            db.engine,
            f"UPDATE visits SET written_in = written_in {ahead}",
            f"UPDATE store_watermarks SET written_in = written_in {ahead} WHERE dataset = 'visits'",
            f"UPDATE store_files SET first_written_in = first_written_in {ahead}, "
            f"last_written_in = last_written_in {ahead} WHERE dataset = 'visits'",
        )
        return store

    def test_it_is_noticed_before_a_new_row_passes_below_the_watermark(self, db: Database, restored: Store) -> None:
        add_visits(db, [visit(visitor=9)])
        with db.read() as session:
            assert is_restored(session)
            mark = session.scalar(text("SELECT written_in FROM store_watermarks WHERE dataset = 'visits'"))
            newest = session.scalar(text("SELECT written_in FROM visits WHERE visitor = 9"))
        assert newest < mark, "by its position alone the row counts as carried"
        with pytest.raises(StoreFault, match="einen anderen PostgreSQL-Cluster"), open_warehouse(restored, {"visits"}):
            pass
        assert verify_whole(db, restored) == [
            "Die Datenbank ist seit der letzten Übernahme in einen anderen PostgreSQL-Cluster gekommen. "
            "`voltigo store rebuild` baut den Datenspeicher neu."
        ]

    @pytest.mark.sample(1)
    @pytest.mark.parametrize("heal", ["rebuild", "run"])
    def test_rebuilding_heals_it_and_so_does_the_next_run(self, db: Database, restored: Store, heal: str) -> None:
        add_visits(db, [visit(visitor=9)])
        ingest = StoreIngest(db, restored, HeldClock())
        assert getattr(ingest, heal)().rows == 8
        with db.read() as session:
            assert not is_restored(session)
        assert ids_in(restored) == list(range(1, 9))
        add_visits(db, [visit(visitor=10)])
        assert ingest.run().rows == 1
        assert ids_in(restored) == list(range(1, 10))
        assert verify_whole(db, restored) == []

    def test_rows_alone_give_it_away_when_nothing_had_been_carried(self, db: Database, store: Store) -> None:
        add_visits(db, visits_from(NOON, 2))
        execute(db.engine, "UPDATE visits SET written_in = written_in + 1000000000")
        with db.read() as session:
            assert is_restored(session)
        assert StoreIngest(db, store, HeldClock()).run().rows == 2
        assert verify_whole(db, store) == []

    def test_a_cluster_that_is_further_on_needs_nothing(self, db: Database, store: Store) -> None:
        add_visits(db, visits_from(NOON, 2))
        execute(db.engine, "UPDATE visits SET written_in = 3 + id")
        ingest = StoreIngest(db, store, HeldClock())
        assert ingest.run().rows == 2
        add_visits(db, visits_from(NOON, 2))
        assert ingest.run().rows == 2
        assert ids_in(store) == [1, 2, 3, 4]
        assert verify_whole(db, store) == []
