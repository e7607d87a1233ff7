"""A store in an object store: the same rows as in a folder, whatever the machine has copies of."""

import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from pydantic import ValidationError

from analytics.engine.warehouse import open_warehouse
from analytics.store.cache import Cache, FileDamaged
from analytics.store.catalogue import Store
from analytics.store.files import StoreFault
from services.backup.repository import new_key
from services.core.db.db import Database
from services.core.storage import installed
from services.core.storage.objects import ObjectStorage
from services.core.storage.storage import FILES, StorageUnusable
from services.settings import Settings
from services.store import manifest
from services.store.ingest import Ingested, StoreIngest
from services.store.models import StoreFile
from services.store.status import verify_whole
from tests.analytics.visit_rows import NOON, add_visits, visits_from
from tests.fixtures.object_store import ObjectStore
from tests.scale.objects.gate import gate_to
from tests.scale.objects.places import store_at
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

pytestmark = pytest.mark.both_databases(sample="sqlite")


def ids_of(store: Store) -> list[int]:
    with open_warehouse(store, {"visits"}) as warehouse:
        return [id_ for (id_,) in warehouse.execute("SELECT id FROM source.visits ORDER BY id").fetchall()]


def names(store: Store) -> set[str]:
    assert store.remote is not None
    return {one.name for one in store.remote.list("visits")}


def sizes(db: Database) -> list[int]:
    return [row["bytes"] for row in stored(db, StoreFile) if row["dataset"] == "visits" and row["retired_at"] is None]


def with_bound(store: Store, most_bytes: int) -> Store:
    return replace(store, cached=Cache(store.cache.folder, most_bytes))


@pytest.fixture
def store(objects_url: str, database_url: str, tmp_path: Path) -> Store:
    return store_at(objects_url, database_url, tmp_path / "first")


@pytest.fixture
def filled(db: Database, store: Store) -> Store:
    """Three files, with the rows 1 to 9."""
    for _ in range(3):
        add_visits(db, visits_from(NOON, 3))
        StoreIngest(db, store, HeldClock()).run()
    return store


def test_two_machines_read_the_same_rows_and_a_file_is_fetched_once(
    db: Database, filled: Store, objects_url: str, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = store_at(objects_url, database_url, tmp_path / "second")
    add_visits(db, visits_from(NOON, 1))
    assert ids_of(filled) == ids_of(other) == list(range(1, 11))
    assert verify_whole(db, other) == []
    assert not list(filled.folder.rglob("*.parquet")), "nothing in the folder of data but copies"
    assert other.cache.held_bytes() == sum(row["bytes"] for row in stored(db, StoreFile) if row["retired_at"] is None)
    monkeypatch.setattr(type(other.remote), "fetch", None)
    assert ids_of(other) == list(range(1, 11)), "read from the copies"


@pytest.mark.sample(1)
@pytest.mark.parametrize("room", [0, 1, 2])
def test_what_has_no_room_in_the_cache_is_read_in_place(
    db: Database, filled: Store, objects_url: str, database_url: str, tmp_path: Path, room: int
) -> None:
    largest = max(sizes(db))
    other = with_bound(store_at(objects_url, database_url, tmp_path / "second"), max(1, room * largest))
    assert ids_of(other) == list(range(1, 10))
    assert other.cache.held_bytes() <= max(1, room * largest)
    assert len(list((other.cache.folder / "files").iterdir())) == room


def test_parallel_runs_stay_below_the_bound_and_read_whole_files(
    db: Database, filled: Store, objects_url: str, database_url: str, tmp_path: Path
) -> None:
    largest = max(sizes(db))
    bound = 2 * largest
    other = with_bound(store_at(objects_url, database_url, tmp_path / "second"), bound)
    seen, most = [], []

    def read() -> None:
        for _ in range(5):
            seen.append(ids_of(other))
            most.append(other.cache.held_bytes())

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert seen == [list(range(1, 10))] * 20
    assert max(most) <= bound
    assert list(other.cache.pins.iterdir()) == [], "given back"


def test_what_is_being_fetched_has_its_room_before_it_came(filled: Store, tmp_path: Path) -> None:
    """However much of it is there, since fetching begins with an empty file."""
    cache = with_bound(filled, 1_000).cache
    assert cache._reserved(600) is not None
    assert cache.held_bytes() == 600
    assert cache._reserved(600) is None


def test_a_copy_in_use_is_not_deleted_for_another(db: Database, filled: Store, tmp_path: Path) -> None:
    bound = max(sizes(db))
    tight = with_bound(filled, bound)
    for path in (filled.cache.folder / "files").iterdir():
        path.unlink()
    with open_warehouse(tight, {"visits"}) as warehouse:
        (copy,) = (filled.cache.folder / "files").iterdir()
        assert ids_of(tight) == list(range(1, 10))
        assert list((filled.cache.folder / "files").iterdir()) == [copy]
        assert warehouse.execute("SELECT count(*) FROM source.visits").fetchall() == [(9,)]


@pytest.mark.sample(1)
@pytest.mark.parametrize("cache", ["2GB", "none"])
def test_a_file_that_is_missing_or_not_what_was_written_is_told_and_no_figure_shown(
    db: Database, filled: Store, objects_url: str, database_url: str, tmp_path: Path, cache: str
) -> None:
    def elsewhere() -> Store:
        store = store_at(objects_url, database_url, tmp_path / f"m{len(list(tmp_path.iterdir()))}")
        return store if cache != "none" else with_bound(store, 1)

    assert filled.remote is not None
    name = min(names(filled))
    whole = tmp_path / "whole"
    assert filled.remote.fetch(name, whole)
    content = whole.read_bytes()
    flipped = content[:60] + bytes([content[60] ^ 255]) + content[61:]
    for torn in (flipped, content[:-20], b""):
        path = tmp_path / "torn"
        path.write_bytes(torn)
        filled.remote.put_file(name, path)
        with pytest.raises(FileDamaged, match=r"ist beschädigt\. `voltigo store rebuild`"):
            ids_of(elsewhere())
        assert any("beschädigt" in sentence for sentence in verify_whole(db, elsewhere()))
    filled.remote.delete(name)
    with pytest.raises(FileDamaged, match="fehlt"):
        ids_of(elsewhere())
    assert StoreIngest(db, filled, HeldClock()).run() == Ingested(9, 1), "rebuilt from the database"
    assert ids_of(elsewhere()) == list(range(1, 10))
    assert verify_whole(db, elsewhere()) == []


def test_an_ingest_that_meets_an_altered_file_rebuilds_the_store(
    db: Database, filled: Store, objects_url: str, database_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert filled.remote is not None
    path = tmp_path / "torn"
    assert filled.remote.fetch(min(names(filled)), path)
    path.write_bytes(path.read_bytes()[::-1])
    filled.remote.put_file(min(names(filled)), path)
    add_visits(db, visits_from(NOON, 1))
    other = store_at(objects_url, database_url, tmp_path / "second")
    StoreIngest(db, other, HeldClock()).run()
    assert ids_of(store_at(objects_url, database_url, tmp_path / "third")) == list(range(1, 11))
    monkeypatch.setattr(manifest, "LEFT_AFTER", manifest.LEFT_AFTER * 0)
    StoreIngest(db, other, HeldClock()).run()
    assert verify_whole(db, other) == []


def test_what_a_crash_has_left_is_swept_and_what_is_just_arriving_is_not(
    db: Database, filled: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert filled.remote is not None
    path = tmp_path / "orphan"
    path.write_bytes(b"half")
    orphan = "visits/month=2026-10/0.9-0.9-0123abcd.parquet"
    filled.remote.put_file(orphan, path)
    StoreIngest(db, filled, HeldClock()).run()
    assert orphan in names(filled), "its process may still be alive"
    monkeypatch.setattr(manifest, "LEFT_AFTER", manifest.LEFT_AFTER * 0)
    StoreIngest(db, filled, HeldClock()).run()
    assert orphan not in names(filled)
    assert ids_of(filled) == list(range(1, 10))


def test_a_download_that_is_cut_off_shows_no_figure_and_leaves_no_copy(
    filled: Store,
    objects_url: str,
    lasting_object_store: ObjectStore,
    database_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(installed, "FILES", replace(FILES, seconds=1))
    with gate_to(lasting_object_store.variables["AWS_ENDPOINT_URL"]) as gate:
        monkeypatch.setenv("AWS_ENDPOINT_URL", gate.url)
        other = store_at(objects_url, database_url, tmp_path / "second")
        gate.set("cut")
        with pytest.raises(StoreFault):
            ids_of(other)
        assert other.cache.held_bytes() == 0
        with pytest.raises(StoreFault):
            ids_of(with_bound(other, 1))
        gate.set("open")
        assert ids_of(other) == list(range(1, 10))


def test_without_the_extra_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "obstore", None)
    with pytest.raises(StorageUnusable, match="VOLTIGO_STORE_URL nennt einen Objektspeicher; der braucht das Extra"):
        ObjectStorage("s3://backups/any", FILES, tmp_path)


def test_places_that_cannot_be_meant_are_refused(tmp_path: Path) -> None:
    database = "postgresql+psycopg://voltigo@127.0.0.1/voltigo"
    refused = {
        "ftp://host/folder": "hat einen Wert, der nicht angenommen wird",
        str(tmp_path / "data" / "within"): "muss außerhalb von VOLTIGO_DATA_DIR liegen",
        str(tmp_path): "muss außerhalb von VOLTIGO_DATA_DIR liegen",
    }
    for url, reason in refused.items():
        with pytest.raises(ValidationError, match=reason):
            Settings(store_url=url, data_dir=tmp_path / "data", _env_file=None)
    with pytest.raises(ValidationError, match="VOLTIGO_SECRET fehlt: Alle Server mit demselben VOLTIGO_STORE_URL"):
        Settings(store_url="s3://bucket/all", database_url=database, _env_file=None)
    with pytest.raises(ValidationError, match="dürfen nicht ineinander liegen"):
        Settings(
            store_url="s3://bucket/all", backup_url="s3://bucket/all/backups", backup_key=new_key(), _env_file=None
        )


def test_a_shared_folder_serves_two_folders_of_data(db: Database, database_url: str, tmp_path: Path) -> None:
    first, second = (store_at(str(tmp_path / "shared"), database_url, tmp_path / name) for name in ("one", "two"))
    add_visits(db, visits_from(NOON, 4))
    StoreIngest(db, first, HeldClock()).run()
    assert ids_of(first) == ids_of(second) == [1, 2, 3, 4]
    assert first.runs != second.runs
    assert {path.name for path in (tmp_path / "shared" / "store").iterdir()} == {"visits", "visit_days"}
