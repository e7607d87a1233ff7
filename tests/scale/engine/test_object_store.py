"""An engine that reads the store in an object store itself: the same figures, and the same again where it reads others.

The smaller engine has a connector for S3; Spark needs one that is not among the Python packages.
"""

import io
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest
from starlette.testclient import TestClient

from analytics.distributed import files
from analytics.engine.offloading import engine_fault
from analytics.store.catalogue import Store
from services.checks.check import Ground, Level
from services.checks.look_work import engine
from services.core.db.db import Database
from services.core.storage.address import storage_at
from services.core.storage.objects import ObjectStorage
from services.core.storage.storage import FILES, Storage
from tests.fixtures.engines import running_engine
from tests.fixtures.object_store import ObjectStore
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient, state_of
from tests.scale.engine.stores import computed, figures, fill, forgotten
from tests.scale.objects.gate import Gate, gate_to
from tests.scale.objects.places import store_at
from tests.services.held_clock import HeldClock
from tests.services.reports.kept_calls import period

__all__ = ["computed", "forgotten"]
pytestmark = [pytest.mark.usefixtures("forgotten"), pytest.mark.sample(0)]
Figures = dict[str, list[tuple[Any, ...]]]


@pytest.fixture(scope="module")
def gate(lasting_object_store: ObjectStore) -> Iterator[Gate]:
    """The engine's line to the object store; the product has another."""
    with gate_to(lasting_object_store.variables["AWS_ENDPOINT_URL"]) as gate:
        yield gate


def variables(store: ObjectStore, endpoint: str) -> dict[str, str]:
    """With which an engine reads the object store without TLS."""
    return {**store.variables, "AWS_ENDPOINT_URL": endpoint, "AWS_ALLOW_HTTP": "true"}


@pytest.fixture(scope="module")
def reading(lasting_object_store: ObjectStore, gate: Gate) -> Iterator[str]:
    with running_engine(**variables(lasting_object_store, gate.url)) as running:
        yield running.url


@pytest.fixture
def remote(database_url: str, objects_url: str, tmp_path: Path) -> Store:
    """A store in the object store that DuckDB computes alone."""
    return store_at(objects_url, database_url, tmp_path)


@pytest.fixture
def copied(db: Database, remote: Store, objects_url: str, tmp_path: Path) -> Storage:
    """A filled store, and a second copy of its files for the engine, so that DuckDB's own stay as they are."""
    fill(db, remote)
    source, target = (storage_at(f"{objects_url}{part}", FILES, tmp_path) for part in ("/store", "-copy"))
    for file in source.list("visits"):
        target.put(file.name, source.get(file.name) or b"")
    for file in source.list("touches"):
        target.put(file.name, source.get(file.name) or b"")
    return target


def elsewhere(store: Store, url: str, place: Storage) -> Store:
    """The store with an engine that reads its files at another place."""
    assert isinstance(place, ObjectStorage)
    return replace(store, engine_url=url, engine_files=place.url)


def test_reports_are_equal_and_the_engine_has_read_the_object_store(
    db: Database, remote: Store, reading: str, computed: list[str]
) -> None:
    fill(db, remote)
    alone = figures(remote)
    assert alone["marts.paths"] and alone["marts.visits_by_day"] and not computed
    assert figures(replace(remote, engine_url=reading)) == alone
    assert {*computed} == {"marts.visit_days", "marts.attribution_days", "marts.credit_cells", "marts.paths"}
    assert engine_fault(reading) == ""


def newest(place: Storage, dataset: str) -> str:
    """The file with the latest rows, which every report reads: older days may be in the rollup alone."""
    return max((file.name for file in place.list(dataset)), key=_first_row)


def _first_row(name: str) -> list[int]:
    """Transaction and number of the first row, with which a file's name begins; as numbers, since they gain digits."""
    return [int(part) for part in Path(name).name.partition("-")[0].split(".")]


def _lost(place: Storage, name: str) -> None:
    place.delete(name)


def _torn(place: Storage, name: str) -> None:
    place.put(name, (place.get(name) or b"")[:-20])


def _shorter(place: Storage, name: str) -> None:
    _written(place, name, _read(place, name).slice(1))


def _of_another_time(place: Storage, name: str) -> None:
    """As many rows, with other values: only a checksum tells."""
    rows = _read(place, name)
    column = rows.schema.get_field_index("at")
    later = pc.add(rows["at"], pa.scalar(3_600_000_000, pa.duration("us")))
    _written(place, name, rows.set_column(column, rows.schema.field("at"), later.cast(rows.schema.field("at").type)))


def _read(place: Storage, name: str) -> pa.Table:
    return pq.read_table(io.BytesIO(place.get(name) or b""))


def _written(place: Storage, name: str, rows: pa.Table) -> None:
    written = io.BytesIO()
    pq.write_table(rows, written)
    place.put(name, written.getvalue())


@pytest.mark.parametrize("dataset", ["visits", "touches"])
@pytest.mark.parametrize("damage", [_lost, _torn, _of_another_time, _shorter])
def test_files_that_differ_from_the_manifest_change_no_figure(
    remote: Store, copied: Storage, reading: str, computed: list[str], damage: Callable[..., None], dataset: str
) -> None:
    alone = figures(remote)
    damage(copied, newest(copied, dataset))
    assert figures(elsewhere(remote, reading, copied)) == alone
    assert engine_fault(reading)
    assert not {"visits": {"marts.visit_days"}, "touches": {"marts.paths", "marts.credit_cells"}}[dataset] & {*computed}


def test_a_file_that_was_lost_later_is_noticed(
    remote: Store, copied: Storage, reading: str, computed: list[str]
) -> None:
    """Checksums are compared once; that everything is there, each time."""
    alone, store = figures(remote), elsewhere(remote, reading, copied)
    assert figures(store) == alone
    assert computed and not engine_fault(reading)
    computed.clear()
    copied.delete(newest(copied, "touches"))  # one of several: its rows would be left out
    with_nothing_kept = replace(store, memory_limit="300MB")  # an instance of its own
    assert figures(with_nothing_kept) == alone
    assert computed == ["marts.visit_days"]
    assert "rows in the files instead of" in engine_fault(reading)


def test_an_undamaged_copy_is_used(remote: Store, copied: Storage, reading: str, computed: list[str]) -> None:
    assert figures(elsewhere(remote, reading, copied)) == figures(remote)
    assert computed and not engine_fault(reading)


@pytest.mark.parametrize("mode", ["stalled", "closed"])
def test_an_object_store_that_is_silent_to_the_engine_changes_no_figure(
    db: Database,
    remote: Store,
    reading: str,
    gate: Gate,
    computed: list[str],
    mode: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(files, "_MOST_SECONDS", 1.0)
    fill(db, remote)
    alone = figures(remote)
    gate.set(mode)
    try:
        assert figures(replace(remote, engine_url=reading)) == alone
    finally:
        gate.set("open")
    assert (computed, engine_fault(reading)) == ([], "the files do not answer it")


class _Refusal(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_error(403)

    do_HEAD = do_GET

    def log_message(self, *_: Any) -> None:
        """Nothing on the terminal."""


def test_an_object_store_that_refuses_the_engine_changes_no_figure(
    db: Database, remote: Store, lasting_object_store: ObjectStore, computed: list[str]
) -> None:
    fill(db, remote)
    alone = figures(remote)
    with ThreadingHTTPServer(("127.0.0.1", 0), _Refusal) as refusing:
        Thread(target=refusing.serve_forever, daemon=True).start()
        endpoint = f"http://127.0.0.1:{refusing.server_port}"
        with running_engine(**variables(lasting_object_store, endpoint)) as running:
            assert figures(replace(remote, engine_url=running.url)) == alone
            assert engine_fault(running.url)
        refusing.shutdown()
    assert computed == []


@pytest.mark.parametrize("files", ["s3://backups/elsewhere", ""], ids=["wrong", "right"])
def test_a_report_of_the_product_is_equal_and_readiness_warns(
    make_client: MakeClient,
    staff_client: StaffClient,
    db: Database,
    remote: Store,
    objects_url: str,
    reading: str,
    files: str,
    computed: list[str],
) -> None:
    fill(db, remote)
    given: dict[str, Any] = {"rate_limits": "off", "clock": HeldClock(), "store_url": objects_url, "secret": "s" * 40}

    def shown(client: TestClient) -> Any:
        answer = staff_client("admin", client=client).get("/api/staff/reports/overview", params=period(client))
        assert answer.status_code == 200, answer.text
        return answer.json()["tables"]

    alone = shown(make_client(**given))
    assert not computed
    client = make_client(**given, engine_url=reading, engine_files=files, duckdb_memory_limit="300MB")
    assert shown(client) == alone
    assert bool(computed) is not bool(files)
    assert ("engine_unused" in client.get("/readyz?strict=true").text) is bool(files)
    settings = state_of(client).settings
    with db.read() as session:
        found = engine.look(Ground(settings, db, session=session, is_thorough=True))
    assert found.level is (Level.HINT if files else Level.OK)
    assert ("0 rows in the files instead of" in found.words) is bool(files)
