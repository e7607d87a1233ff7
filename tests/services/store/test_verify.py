"""What `voltigo store verify` finds, and that it names it."""

import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from analytics.engine.warehouse import open_warehouse
from analytics.store.catalogue import Store
from analytics.store.files import StoreFault
from services.core.db.db import Database
from services.store.ingest import StoreIngest
from services.store.models import StoreFile
from services.store.status import verify_whole
from services.visits.models import Visit
from tests.analytics.visit_rows import NOON, add_visits, visit, visits_from
from tests.services.held_clock import HeldClock
from tests.services.stored import execute, stored

pytestmark = pytest.mark.both_databases(sample="sqlite")


@pytest.fixture
def carried(db: Database, store: Store, ingest: StoreIngest) -> Path:
    """The one file of twenty visits."""
    add_visits(db, visits_from(NOON, 20))
    ingest.run()
    assert verify_whole(db, store) == []
    return store.folder / path_of(db, "visits")


def path_of(db: Database, dataset: str) -> str:
    (path,) = [row["path"] for row in stored(db, StoreFile) if row["dataset"] == dataset and not row["retired_at"]]
    return str(path)


def flip(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)


def cut_off(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


OTHER = "Die Datei {name} hat andere Werte als die Datenbank."
DAMAGES: dict[str, tuple[str | Callable[[Path], None], list[str]]] = {
    "a bit": (flip, ["Die Datei {name} ist beschädigt: Ihr Inhalt ist nicht, was geschrieben wurde."]),
    "a missing file": (Path.unlink, ["Die Datei {name} fehlt."]),
    "a row changed in the database": ("UPDATE visits SET utm_source = 'other' WHERE id = 7", [OTHER]),
    # Their values are the same in sum, column by column.
    "two rows that exchanged a value": (
        "UPDATE visits SET visitor = CASE id WHEN 3 THEN 4 ELSE 3 END WHERE id IN (4, 5)", [OTHER],
    ),
    "a row deleted from the database": (
        "DELETE FROM visits WHERE id = 7",
        [
            "Die Dateien von visits haben 20 Zeilen, die Datenbank hat bis dahin 19.",
            "Die Datei {name} hat 20 Zeilen, die Datenbank hat für sie 19.",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
def test_damage_is_named(damage: str, db: Database, store: Store, carried: Path) -> None:
    harm, told = DAMAGES[damage]
    name = path_of(db, "visits")
    if isinstance(harm, str):
        execute(db.engine, harm)
    else:
        harm(carried)
    assert verify_whole(db, store) == [sentence.format(name=name) for sentence in told]


@pytest.mark.parametrize(("harm", "words"), [(Path.unlink, "fehlt"), (cut_off, "ist beschädigt")])
def test_no_report_runs_over_a_file_that_is_not_whole(
    harm: Callable[[Path], None], words: str, db: Database, store: Store, carried: Path
) -> None:
    harm(carried)
    assert words in verify_whole(db, store)[0]
    with pytest.raises(StoreFault, match=words), open_warehouse(store, {"visits"}):
        pass


def test_a_watermark_that_was_set_back_is_found(db: Database, store: Store, carried: Path) -> None:
    execute(db.engine, "UPDATE store_watermarks SET written_in = 0, last_id = 10 WHERE dataset = 'visits'")
    assert f"Die Datei {path_of(db, 'visits')} reicht weiter, als visits übernommen ist." in verify_whole(db, store)


def test_a_foreign_file_is_named_and_no_report_reads_it(db: Database, store: Store, carried: Path) -> None:
    foreign = carried.with_name("copy.parquet")
    foreign.write_bytes(carried.read_bytes())
    name = str(foreign.relative_to(store.folder))
    assert verify_whole(db, store) == [
        f"Die Datei {name} liegt im Datenspeicher, und sein Verzeichnis kennt sie nicht."
    ]
    with open_warehouse(store, {"visits"}) as warehouse:
        assert warehouse.execute("SELECT count(*) FROM source.visits").fetchall() == [(20,)]


def test_what_a_carrier_is_writing_is_no_stranger(
    db: Database, store: Store, ingest: StoreIngest, clock: HeldClock
) -> None:
    add_visits(db, visits_from(NOON, 3))
    found: list[list[str]] = []

    def write_and_verify(_rows: int) -> None:
        (store.folder / "visits" / "month=2026-10" / "0.9-0.9-0123abcd.parquet").write_bytes(b"half")
        found.append(verify_whole(db, store, clock=clock))

    ingest.run(write_and_verify)
    assert found == [[]]
    assert len(verify_whole(db, store, clock=clock)) == 1, "nobody is at work any more"


def test_files_that_overlap_are_found(db: Database, store: Store, carried: Path) -> None:
    first = path_of(db, "visits")
    double = "visits/month=2026-10/double.parquet"
    (store.folder / double).write_bytes(carried.read_bytes())
    columns = (
        "dataset, month, first_written_in, first_id, last_written_in, last_id, rows, bytes, sha256, first_day, "
        "last_day, created_at, layout"
    )
    execute(
        db.engine,
        f"INSERT INTO store_files (path, {columns}) SELECT '{double}', {columns} FROM store_files "
        "WHERE dataset = 'visits'",
    )
    found = verify_whole(db, store)
    assert f"Die Dateien {first} und {double} überschneiden sich." in found
    assert "Die Dateien von visits haben 40 Zeilen, die Datenbank hat bis dahin 20." in found


def test_a_gap_between_files_is_found(db: Database, store: Store, ingest: StoreIngest, carried: Path) -> None:
    add_visits(db, visits_from(NOON, 5))
    ingest.run()
    add_visits(db, visits_from(NOON, 5))
    ingest.run()
    execute(db.engine, "UPDATE store_files SET retired_at = created_at WHERE dataset = 'visits' AND first_id = 21")
    found = verify_whole(db, store)
    assert "Die Dateien von visits haben 25 Zeilen, die Datenbank hat bis dahin 30." in found
    assert any("sind nicht die Summe der Besuche in den Dateien" in sentence for sentence in found)


def test_a_rollup_that_is_not_the_sum_is_found(db: Database, store: Store, carried: Path) -> None:
    """Rows changed on both sides alike, so that only the rollup differs."""
    from analytics.engine.connection import engine, quoted
    from analytics.store.files import sha256_of

    path = store.folder / path_of(db, "visit_days")
    with engine(store) as connection:
        connection.execute(f"CREATE TABLE days AS SELECT * REPLACE (sessions + 1 AS sessions) FROM {quoted(path)}")
        connection.execute(f"COPY days TO {quoted(path)} (FORMAT parquet)")
    execute(db.engine, f"UPDATE store_files SET sha256 = '{sha256_of(path)}' WHERE dataset = 'visit_days'")
    assert verify_whole(db, store) == [
        f"Die Tagessummen {path_of(db, 'visit_days')} sind nicht die Summe der Besuche in den Dateien."
    ]


def test_rows_that_came_since_are_no_fault(db: Database, store: Store, carried: Path) -> None:
    db.write(lambda session: session.execute(text("DELETE FROM visits WHERE id > 1000")) and None)
    add_visits(db, visits_from(NOON, 5))
    assert verify_whole(db, store) == []


def test_values_of_every_kind_are_the_same_in_file_and_database(
    db: Database, store: Store, ingest: StoreIngest
) -> None:
    """Small values travel packed on SQLite, and verification reads them one by one."""
    add_visits(
        db,
        [
            visit(NOON + timedelta(seconds=number), step=number % 8, consent=number % 4, **flags)
            for number, flags in enumerate(
                {"is_arrival": bool(bits & 1), "is_bot": bool(bits & 2), "is_referrer_spam": bool(bits & 4)}
                for bits in list(range(8)) * 4
            )
        ],
    )
    ingest.run()
    assert verify_whole(db, store) == []
    with open_warehouse(store, {"visits"}) as warehouse:
        kept = warehouse.execute(
            "SELECT step, consent, is_arrival, is_bot, is_referrer_spam FROM source.visits ORDER BY id"
        ).fetchall()
    rows = stored(db, Visit)
    assert kept == [
        (row["step"], row["consent"], row["is_arrival"], row["is_bot"], row["is_referrer_spam"]) for row in rows
    ]
    assert len(set(kept)) == 8


@pytest.mark.parametrize("fault", [Path.unlink, cut_off, lambda path: shutil.rmtree(path.parents[2])])
def test_the_next_run_writes_a_store_anew_whose_files_are_gone(
    fault: Callable[[Path], None], db: Database, store: Store, ingest: StoreIngest, carried: Path
) -> None:
    fault(carried)
    assert ingest.run().rows == 20
    assert verify_whole(db, store) == []
    with open_warehouse(store, {"visits"}) as warehouse:
        assert warehouse.execute("SELECT count(*) FROM source.visits").fetchone() == (20,)
    assert ingest.run().rows == 0, "once"
