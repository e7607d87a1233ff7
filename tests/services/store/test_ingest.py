"""What carrying leaves in files, manifest and rollup."""

import os
import time
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import duckdb
import pytest
from sqlalchemy import text, update

from analytics.engine.warehouse import open_warehouse
from analytics.store.catalogue import Store
from analytics.store.compaction import FILES_TO_MERGE, mergeable
from analytics.store.files import Position, StoredFile, sha256_of
from analytics.touch_fields import CLICKED_AD
from services.core.db.db import Database
from services.store import manifest
from services.store.ingest import Ingested, StoreIngest
from services.store.manifest import LeaseLost
from services.store.models import StoreFile, StoreWatermark
from services.store.status import are_carried, store_status, verify_whole
from tests.analytics.visit_rows import NOON, add_visits, visit, visits_from
from tests.fixtures.many_visits import fill_visits
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases(sample="sqlite")


def ids_of(store: Store) -> list[int]:
    with open_warehouse(store, {"visits"}) as warehouse:
        return [id_ for (id_,) in warehouse.execute("SELECT id FROM source.visits ORDER BY id").fetchall()]


def day_counts(store: Store) -> tuple[dict[date, int], list[date]]:
    """Page views of the rollup by day, and the days it leaves open."""
    with open_warehouse(store, {"visit_days"}) as warehouse:
        summed = "SELECT day, sum(page_views)::INT FROM source.visit_days GROUP BY day ORDER BY day"
        open_days = warehouse.execute("SELECT day FROM source.open_days ORDER BY day").fetchall()
        return dict(warehouse.execute(summed).fetchall()), [day for (day,) in open_days]


def current_files(db: Database, dataset: str = "visits") -> list[dict]:
    return [row for row in stored(db, StoreFile) if row["dataset"] == dataset and row["retired_at"] is None]


def test_an_empty_database_makes_an_empty_store(db: Database, store: Store, ingest: StoreIngest) -> None:
    assert ingest.run() == Ingested(0, 0)
    assert ids_of(store) == []
    assert day_counts(store) == ({}, [])
    assert verify_whole(db, store) == []
    assert stored(db, StoreFile) == []


def test_rows_are_found_before_and_after_they_are_carried(db: Database, store: Store, ingest: StoreIngest) -> None:
    add_visits(db, visits_from(NOON, 7))
    assert ids_of(store) == list(range(1, 8))
    assert ingest.run() == Ingested(7, 1)
    assert ids_of(store) == list(range(1, 8))
    add_visits(db, visits_from(NOON, 2))
    assert ids_of(store) == list(range(1, 10))
    assert ingest.run() == Ingested(2, 1)
    assert ingest.run() == Ingested(0, 0)
    assert ids_of(store) == list(range(1, 10))
    assert verify_whole(db, store) == []


def test_a_file_is_sorted_by_time_compressed_and_named_after_its_rows(
    db: Database, store: Store, ingest: StoreIngest
) -> None:
    add_visits(db, visits_from(NOON, 50)[::-1])
    ingest.run()
    (file,) = current_files(db)
    name = f"{file['first_written_in']}.1-{file['last_written_in']}.50-"
    assert file["path"].startswith(f"visits/month=2026-10/{name}")
    path = store.folder / file["path"]
    assert (file["rows"], file["bytes"], file["first_id"], file["last_id"]) == (50, path.stat().st_size, 1, 50)
    assert (file["first_day"], file["last_day"]) == (date(2026, 10, 20), date(2026, 10, 20))
    with duckdb.connect() as connection:
        moments = [at for (at,) in connection.execute(f"SELECT \"at\" FROM '{path}'").fetchall()]
        codecs = connection.execute(f"SELECT DISTINCT compression FROM parquet_metadata('{path}')").fetchall()
    assert moments == sorted(moments)
    assert codecs == [("ZSTD",)]


BOUNDARIES = (
    # moment in UTC, its day in Berlin
    (datetime(2026, 10, 31, 22, 59, 59, 999999, tzinfo=UTC), date(2026, 10, 31)),
    (datetime(2026, 10, 31, 23, 0, tzinfo=UTC), date(2026, 11, 1)),
    (datetime(2026, 3, 28, 23, 0, tzinfo=UTC), date(2026, 3, 29)),
    (datetime(2026, 3, 29, 1, 0, tzinfo=UTC), date(2026, 3, 29)),
    (datetime(2026, 3, 29, 21, 59, 59, tzinfo=UTC), date(2026, 3, 29)),
    (datetime(2026, 3, 29, 22, 0, tzinfo=UTC), date(2026, 3, 30)),
    (datetime(2026, 10, 24, 22, 0, tzinfo=UTC), date(2026, 10, 25)),
    (datetime(2026, 10, 25, 0, 30, tzinfo=UTC), date(2026, 10, 25)),
    (datetime(2026, 10, 25, 1, 30, tzinfo=UTC), date(2026, 10, 25)),
    (datetime(2026, 10, 25, 22, 59, 59, tzinfo=UTC), date(2026, 10, 25)),
    (datetime(2026, 10, 25, 23, 0, tzinfo=UTC), date(2026, 10, 26)),
    (datetime(2025, 12, 31, 23, 30, tzinfo=UTC), date(2026, 1, 1)),
)
"""A month's end, a year's end, and both clock changes: days of 23 and 25 hours."""


def test_a_day_is_carried_once_no_committed_row_of_it_waits(db: Database, ingest: StoreIngest) -> None:
    (last_of_october, october), (first_of_november, november) = BOUNDARIES[:2]

    def carried() -> list[bool]:
        with db.read() as session:
            return [are_carried(session, "visits", day) for day in (october, november)]

    assert carried() == [True, True], "a day without a row, before anything was ever carried"
    add_visits(db, [visit(first_of_november)])
    assert carried() == [True, False]
    add_visits(db, [visit(last_of_october)])
    assert carried() == [False, False]
    ingest.run()
    assert carried() == [True, True]
    add_visits(db, [visit(first_of_november)])
    assert carried() == [True, False]
    ingest.run()
    assert carried() == [True, True]


def test_every_moment_lies_in_the_file_of_its_month_and_on_its_day_in_berlin(
    db: Database, store: Store, ingest: StoreIngest
) -> None:
    add_visits(db, [visit(at, visitor=number) for number, (at, _) in enumerate(BOUNDARIES)])
    ingest.run()
    for file in current_files(db):
        with duckdb.connect() as connection:
            path = store.folder / file["path"]
            months = connection.execute(f"SELECT DISTINCT strftime(day, '%Y-%m') FROM '{path}'").fetchall()
        assert months == [(file["month"],)]
        assert f"month={file['month']}/" in file["path"]
    with open_warehouse(store, {"visits"}) as warehouse:
        found = warehouse.execute('SELECT visitor, "at", day FROM source.visits ORDER BY visitor').fetchall()
    assert found == [(number, at.replace(tzinfo=None), day) for number, (at, day) in enumerate(BOUNDARIES)]
    assert {file["month"] for file in current_files(db)} == {"2026-01", "2026-03", "2026-10", "2026-11"}
    assert verify_whole(db, store) == []


def test_days_that_are_over_are_rolled_up_and_today_is_open(
    db: Database, store: Store, ingest: StoreIngest, clock: HeldClock
) -> None:
    yesterday, today = clock.now - timedelta(days=1), clock.now
    add_visits(db, [*visits_from(yesterday, 3), *visits_from(today, 2)])
    assert day_counts(store) == ({}, [yesterday.date(), today.date()])
    ingest.run()
    assert day_counts(store) == ({yesterday.date(): 3}, [today.date()])
    clock.advance(days=1)
    ingest.run()
    assert day_counts(store) == ({yesterday.date(): 3, today.date(): 2}, [])
    assert verify_whole(db, store) == []


def test_a_late_visit_opens_its_day_until_it_is_carried(
    db: Database, store: Store, ingest: StoreIngest, clock: HeldClock
) -> None:
    add_visits(db, [*visits_from(NOON, 3), *visits_from(NOON + timedelta(days=1), 4)])
    ingest.run()
    late, next_day = NOON.date(), NOON.date() + timedelta(days=1)
    assert day_counts(store) == ({late: 3, next_day: 4}, [])
    add_visits(db, visits_from(NOON + timedelta(hours=1), 2))
    assert day_counts(store) == ({next_day: 4}, [late])
    with open_warehouse(store, {"visit_days"}) as warehouse:
        assert warehouse.execute("SELECT count(*) FROM source.open_visits").fetchall() == [(5,)]
    ingest.run()
    assert day_counts(store) == ({late: 5, next_day: 4}, [])
    assert len(current_files(db, "visit_days")) == 1
    assert verify_whole(db, store) == []


def test_many_small_files_become_one_and_the_old_ones_go_after_an_hour(
    db: Database, store: Store, ingest: StoreIngest, clock: HeldClock
) -> None:
    for number in range(13):
        add_visits(db, visits_from(clock.now - timedelta(minutes=number), 3))
        ingest.run()
    assert [file["rows"] for file in current_files(db)] == [36, 3]
    assert ids_of(store) == list(range(1, 40))
    assert verify_whole(db, store) == []
    retired = [row["path"] for row in stored(db, StoreFile) if row["retired_at"] is not None]
    assert len([path for path in retired if path.startswith("visits/")]) == 12
    clock.advance(minutes=59)
    ingest.run()
    assert all((store.folder / path).is_file() for path in retired), "a report may still read them"
    clock.advance(minutes=2)
    ingest.run()
    left = {str(path.relative_to(store.folder)) for path in store.folder.rglob("*") if path.is_file()}
    assert left == {row["path"] for row in stored(db, StoreFile)}
    assert left.isdisjoint(retired)
    assert verify_whole(db, store) == []


def test_a_row_is_merged_again_only_when_its_file_grows() -> None:
    """A month of new files every five minutes, many rows at noon and few at night, without the files themselves."""
    files: list[StoredFile] = []
    written = total = 0
    for number in range(1, 8_641):
        at = Position(0, number)
        many = 1 + abs(number % 288 - 144)
        total += many
        files.append(StoredFile("visits", "2026-10", "", at, at, many, 1, "", NOON.date(), NOON.date()))
        for group in mergeable(files):
            assert group == files[-len(group) :], "the newest ones, without a gap"
            rows = sum(file.rows for file in group)
            written += rows
            merged = replace(group[0], last=group[-1].last, rows=rows)
            files = [*files[: -len(group)], merged]
        assert len(files) < 3 * FILES_TO_MERGE
    assert sum(file.rows for file in files) == total
    assert written <= total * 12


def test_files_of_a_carrier_that_died_are_swept(db: Database, store: Store, ingest: StoreIngest) -> None:
    add_visits(db, visits_from(NOON, 3))
    ingest.run()
    folder = store.folder / "visits" / "month=2026-10"
    for name in ("0.4-0.9-0123abcd.parquet", "0.4-0.9-0123abcd.draft"):
        (folder / name).write_bytes(b"half")
    foreign = folder / "notes.txt"
    foreign.write_text("not ours")
    ingest.run()
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        [Path(current_files(db)[0]["path"]).name, "notes.txt"]
    )
    assert verify_whole(db, store) == [
        "Die Datei visits/month=2026-10/notes.txt liegt im Datenspeicher, und sein Verzeichnis kennt sie nicht."
    ]


def test_what_killed_runs_left_is_swept_after_a_day(db: Database, store: Store, ingest: StoreIngest) -> None:
    old, new = store.runs / "duckdb-old", store.runs / "copy-new"
    for folder in (old, new):
        folder.mkdir()
        (folder / "spill").write_bytes(b"rows")
    two_days_ago = time.time() - 2 * 86_400
    os.utime(old, (two_days_ago, two_days_ago))
    ingest.run()
    assert list(store.runs.iterdir()) == [new]
    assert verify_whole(db, store) == []


def test_another_carrier_at_work_is_left_alone(db: Database, store: Store, clock: HeldClock) -> None:
    add_visits(db, visits_from(NOON, 30))
    second = StoreIngest(db, store, clock)
    seen: list[Ingested] = []
    first = StoreIngest(db, store, clock, chunk_rows=10).run(lambda _rows: seen.append(second.run()))
    assert first.rows == 30
    assert seen == [Ingested(0, 0, is_elsewhere=True)] * 3
    assert ids_of(store) == list(range(1, 31))


def test_a_carrier_thought_dead_changes_nothing_when_it_comes_back(
    db: Database, store: Store, clock: HeldClock
) -> None:
    add_visits(db, visits_from(NOON, 30))
    second = StoreIngest(db, store, clock)

    def fall_silent(_rows: int) -> None:
        clock.advance(minutes=3)
        assert second.run().rows == 20

    with pytest.raises(LeaseLost):
        StoreIngest(db, store, clock, chunk_rows=10).run(fall_silent)
    assert ids_of(store) == list(range(1, 31))
    assert verify_whole(db, store) == []


def test_a_commit_with_an_old_watermark_is_refused(db: Database, store: Store, ingest: StoreIngest) -> None:
    add_visits(db, visits_from(NOON, 3))
    ingest.run()
    lease = manifest.Lease("visits", "somebody")
    now = HeldClock().now
    held = db.write(lambda session: manifest.take_lease(session, lease, now))
    assert held is not None
    assert held.id == 3
    before = stored(db, StoreWatermark)
    with pytest.raises(LeaseLost):
        db.write(lambda session: manifest.move_watermark(session, lease, Position(0, 2), Position(0, 9), now))
    assert stored(db, StoreWatermark) == before


def test_rebuilding_writes_every_file_anew_and_readers_never_miss_a_row(
    db: Database, store: Store, ingest: StoreIngest
) -> None:
    add_visits(db, visits_from(NOON, 30, apart=timedelta(days=1)))
    ingest.run()
    before = {file["path"] for file in current_files(db)}
    found: list[list[int]] = []
    again = StoreIngest(db, store, HeldClock(), chunk_rows=10)
    assert again.rebuild(lambda _rows: found.append(ids_of(store))).rows == 30
    assert found == [list(range(1, 31))] * 3
    assert before.isdisjoint(file["path"] for file in current_files(db))
    assert verify_whole(db, store) == []


def written_by_an_older_server(db: Database, store: Store, dataset: str) -> dict:
    """Write the dataset's file again as an older server would: without the column, and with no layout."""
    (file,) = current_files(db, dataset)
    path = store.folder / file["path"]
    rows = duckdb.read_parquet(str(path))
    fewer = ", ".join(f'"{name}"' for name in rows.columns if name != CLICKED_AD)
    draft = path.with_suffix(".draft")
    rows.select(fewer).write_parquet(str(draft))
    draft.replace(path)
    values = {"bytes": path.stat().st_size, "sha256": sha256_of(path), "layout": 0}
    db.write(lambda session: session.execute(update(StoreFile).where(StoreFile.id == file["id"]).values(**values)))
    return file


@pytest.mark.parametrize("dataset", ["visits", "visit_days"])
def test_what_an_older_server_carries_beside_this_one_is_read_from_the_database_and_carried_again(
    db: Database, store: Store, ingest: StoreIngest, dataset: str
) -> None:
    add_visits(db, [visit(NOON - timedelta(days=2), clicked_ad="google"), visit(NOON - timedelta(days=1))])
    ingest.run()
    older = written_by_an_older_server(db, store, dataset)

    def ads() -> list[str]:
        with open_warehouse(store, {"visits"}) as warehouse:
            return [ad for (ad,) in warehouse.execute("SELECT clicked_ad FROM source.visits ORDER BY id").fetchall()]

    assert ads() == ["google", "none"]
    assert day_counts(store) == ({}, [(NOON - timedelta(days=days)).date() for days in (2, 1)]), "both days open"
    assert verify_whole(db, store) == []
    add_visits(db, [visit(NOON, clicked_ad="meta")])
    assert ingest.run().rows == 3
    assert ads() == ["google", "none", "meta"]
    assert older["path"] not in {file["path"] for file in current_files(db, dataset)}
    assert verify_whole(db, store) == []
    assert ingest.run() == Ingested(0, 0), "once"


def test_an_older_server_reads_files_with_a_column_more_beside_its_own(
    db: Database, store: Store, ingest: StoreIngest
) -> None:
    add_visits(db, visits_from(NOON, 3))
    ingest.run()
    written_by_an_older_server(db, store, "visits")
    add_visits(db, visits_from(NOON, 2))
    ingest.run()
    paths = [str(store.folder / file["path"]) for file in stored(db, StoreFile) if file["dataset"] == "visits"]
    assert len(paths) == 2
    for order in (paths, paths[::-1]):
        read = duckdb.read_parquet(order).select("id").fetchall()
        assert sorted(id_ for (id_,) in read) == [1, 1, 2, 2, 3, 3, 4, 5]


def test_a_step_is_never_larger_than_a_chunk(db: Database, store: Store, clock: HeldClock) -> None:
    fill_visits(db.engine, 1_000)
    told: list[int] = []
    StoreIngest(db, store, clock, chunk_rows=300).run(told.append)
    assert told == [300, 300, 300, 100]
    assert verify_whole(db, store) == []


def test_the_status_counts_what_is_in_files_and_what_waits(
    db: Database, store: Store, ingest: StoreIngest, clock: HeldClock
) -> None:
    add_visits(db, visits_from(NOON, 5))
    ingest.run()
    add_visits(db, visits_from(NOON, 2))
    with db.read() as session:
        visits, touches, days = store_status(session, clock()).datasets
    assert (visits.rows, visits.files, visits.waiting_rows, visits.last_day) == (5, 1, 2, NOON.date())
    assert visits.watermark_at == clock.now
    assert visits.bytes == current_files(db)[0]["bytes"]
    assert (touches.rows, touches.waiting_rows, touches.watermark_at) == (0, 0, None)
    assert (days.rows, days.files, days.waiting_rows) == (1, 1, 0)


def test_a_deleted_manifest_row_is_noticed(db: Database, store: Store, ingest: StoreIngest) -> None:
    add_visits(db, visits_from(NOON, 5))
    ingest.run()
    (file,) = current_files(db)
    db.write(lambda session: session.execute(text("DELETE FROM store_files WHERE dataset = 'visits'")) and None)
    found = verify_whole(db, store)
    assert f"Die Datei {file['path']} liegt im Datenspeicher, und sein Verzeichnis kennt sie nicht." in found
    assert "Die Dateien von visits haben 0 Zeilen, die Datenbank hat bis dahin 5." in found
