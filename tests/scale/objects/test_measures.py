"""What a process measures of the place of its files, and that a scrape asks the place nothing."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from prometheus_client import generate_latest

from services.core.clock import utc_now
from services.core.db.db import Database
from services.core.storage.address import storage_at
from services.core.storage.storage import FILES, StorageFault
from services.core.telemetry.measures import FILES_UP, REGISTRY
from services.operation import metrics as exposure
from services.operation.metrics import FigureReader
from services.settings import Settings
from services.store.place import cache_size_of, store_of
from tests.fixtures.object_store import ObjectStore
from tests.scale.objects.gate import Gate, gate_to


@pytest.fixture
def gate(objects_url: str, lasting_object_store: ObjectStore, monkeypatch: pytest.MonkeyPatch) -> Iterator[Gate]:
    with gate_to(lasting_object_store.variables["AWS_ENDPOINT_URL"]) as gate:
        monkeypatch.setenv("AWS_ENDPOINT_URL", gate.url)
        yield gate


def measured(name: str, direction: str = "") -> float:
    return REGISTRY.get_sample_value(name, {"direction": direction} if direction else {}) or 0.0


def test_what_is_fetched_and_uploaded_is_counted_and_silence_is_told(
    gate: Gate, objects_url: str, tmp_path: Path
) -> None:
    place = storage_at(objects_url, replace(FILES, seconds=5), tmp_path)
    names = ("voltigo_files_transferred_bytes_total", "voltigo_files_transfer_duration_seconds_count")
    before = {(name, way): measured(name, way) for name in names for way in ("fetched", "uploaded")}
    place.put("a", b"12345")
    (tmp_path / "file").write_bytes(b"123")
    place.put_file("b", tmp_path / "file")
    assert place.get("a") == b"12345"
    assert place.read("a", 1, 3) == b"23"
    assert place.fetch("b", tmp_path / "copy")
    assert place.get("c") is None
    grown = {key: measured(*key) - value for key, value in before.items()}
    assert grown == {
        (names[0], "uploaded"): 8,
        (names[0], "fetched"): 10,
        (names[1], "uploaded"): 2,
        (names[1], "fetched"): 4,
    }
    assert measured("voltigo_files_place_up") == 1
    gate.set("closed")
    with pytest.raises(StorageFault):
        place.get("a")
    assert measured("voltigo_files_place_up") == 0
    gate.set("open")
    assert place.get("a") == b"12345"
    assert measured("voltigo_files_place_up") == 1


def test_a_backup_target_that_is_away_is_not_the_place_of_the_files(gate: Gate, objects_url: str) -> None:
    from services.backup.errors import Unreachable
    from services.backup.repository import TARGET

    FILES_UP.set(1)
    gate.set("closed")
    with pytest.raises(Unreachable):
        storage_at(objects_url, replace(TARGET, seconds=5)).get("a")
    assert measured("voltigo_files_place_up") == 1


def test_a_folder_that_cannot_be_used_is_told_as_well(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StorageFault):
        storage_at(str(tmp_path / "file"), FILES).put("a", b"")
    assert measured("voltigo_files_place_up") == 0
    storage_at(str(tmp_path), FILES).put("a", b"")
    assert measured("voltigo_files_place_up") == 1


def test_a_scrape_tells_the_size_of_the_cache_and_asks_the_object_store_nothing(
    gate: Gate, objects_url: str, db: Database, sqlite_url: str, tmp_path: Path
) -> None:
    given = {"data_dir": tmp_path / "var", "database_url": sqlite_url, "store_url": objects_url}
    settings = Settings(_env_file=None, **given)  # type: ignore[arg-type]
    store = store_of(settings)
    (tmp_path / "made").write_bytes(b"x" * 1000)
    assert store.cached is not None
    store.cached.add("visits/one.parquet", 1000, tmp_path / "made")
    gate.set("closed")
    asked = gate.accepted
    reader = FigureReader(db, utc_now, frozenset)
    told = generate_latest(exposure._of_process(db, reader, cache_size_of(settings))).decode()
    reader.close()
    assert "voltigo_store_cache_bytes 1000.0" in told
    assert "voltigo_files_place_up " in told
    assert gate.accepted == asked
    assert cache_size_of(settings.model_copy(update={"store_url": ""})) is None
