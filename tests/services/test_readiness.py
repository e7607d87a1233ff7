"""What `/readyz` says, each cause made for real, and that it never hangs."""

import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from fastapi.routing import APIRoute
from sqlalchemy import create_engine, event, text, update
from sqlalchemy.engine import make_url
from starlette.testclient import TestClient

from services.api_document import PUBLIC_ROUTERS
from services.checks import public_api as health_api
from services.checks import readiness
from services.core import data_folder
from services.core.clock import utc_now
from services.core.db.db import Database
from services.core.storage.folder import FolderStorage
from services.jobs.models import KnownJob
from services.mail import outbox
from services.mail.models import Mail
from services.reservations.models import Reservation
from services.schema.migrate import newest_revision
from tests.factories import reservation_body
from tests.fixtures.databases import PostgresqlDatabases
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import state_of
from tests.services.stored import damage, execute, stored, wait_for

pytestmark = pytest.mark.both_databases


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look of a busy machine may take long; what comes of one that hangs has a test of its own."""
    monkeypatch.setattr(readiness, "LONGEST_LOOK_SECONDS", 60.0)


@pytest.fixture
def built(tmp_path: Path) -> Path:
    folder = tmp_path / "built"
    folder.mkdir()
    (folder / "index.html").write_text("<h1>Voltigo</h1>")
    (folder / "404.html").write_text("<h1>Nicht gefunden</h1>")
    return folder


@pytest.fixture
def ready(make_client: MakeClient, built: Path, db: Database) -> TestClient:
    """A product to which nothing is missing."""
    see_jobs(db)
    client = make_client(site=built, console=built)
    answer = client.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "ok", "causes": []})
    return client


def see_jobs(db: Database, minutes_ago: float = 0) -> None:
    seen = utc_now() - timedelta(minutes=minutes_ago)
    db.write(lambda session: session.merge(KnownJob(name="test", known_since=seen, seen_at=seen, failures=0)) and None)


def test_whatever_anybody_may_get_answers_head_alike(ready: TestClient) -> None:
    """Monitors ask by HEAD, and would say that the product is down."""
    paths = [
        route.path
        for router in (health_api.router, *PUBLIC_ROUTERS)
        for route in router.routes
        if isinstance(route, APIRoute) and "GET" in route.methods
    ]
    assert {"/healthz", "/readyz", "/api/parks"} <= {*paths}
    for path in [*paths, "/", "/api/parks/ingolstadt"]:
        got, asked = ready.get(path), ready.head(path)
        assert asked.status_code == got.status_code, path
        assert asked.headers["content-type"] == got.headers["content-type"], path


def causes(client: TestClient, path: str = "/readyz") -> tuple[int, list[str]]:
    answer = client.get(path)
    return answer.status_code, answer.json()["causes"]


def test_an_app_that_was_not_built_is_named(make_client: MakeClient, built: Path, tmp_path: Path, db: Database) -> None:
    see_jobs(db)
    none = tmp_path / "none"
    assert causes(make_client(site=none, console=none)) == (503, ["site_missing", "console_missing"])
    assert causes(make_client(site=built, console=none)) == (503, ["console_missing"])


def test_an_older_schema_is_named(ready: TestClient, db: Database) -> None:
    execute(db.engine, "UPDATE alembic_version SET version_num = '0007'")
    assert causes(ready) == (503, ["database_unmigrated"])
    execute(db.engine, "DROP TABLE alembic_version")
    assert causes(ready) == (503, ["database_unmigrated"])
    assert ready.get("/healthz").json() == {"status": "ok"}


def test_a_newer_schema_that_leaves_this_code_able_to_work_is_ready(ready: TestClient, db: Database) -> None:
    execute(db.engine, "UPDATE alembic_version SET version_num = '9999'")
    assert causes(ready) == (200, [])
    execute(db.engine, "UPDATE installation SET oldest_code = '9998'")
    assert causes(ready) == (503, ["database_too_new"])


def test_a_server_that_is_too_old_for_the_database_takes_nothing_more(ready: TestClient, db: Database) -> None:
    """Also from a caller that does not ask whether it is ready."""
    execute(db.engine, "UPDATE alembic_version SET version_num = '9999'")
    assert ready.get("/api/parks").status_code == 200
    execute(db.engine, "UPDATE installation SET oldest_code = '9998'")
    wait_for(lambda: ready.get("/api/parks").status_code == 503)
    refused = ready.post("/functions/v1/reserve-spot", json=reservation_body())
    assert (refused.status_code, refused.json()["code"], stored(db, Reservation)) == (503, "unavailable", [])
    assert refused.headers["retry-after"]
    assert (ready.get("/healthz").status_code, ready.get("/").status_code) == (200, 200)
    execute(db.engine, f"UPDATE installation SET oldest_code = '{newest_revision()}'")
    wait_for(lambda: ready.get("/api/parks").status_code == 200)


def test_a_lock_that_is_held_for_too_long_is_a_warning(
    ready: TestClient, db: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(readiness, "_TRY_EVERY_SECONDS", 0.0)
    with db.engine.connect() as other:
        other.execute(text("UPDATE installation SET tried_at = tried_at"))
        wait_for(lambda: causes(ready) == (200, ["database_locked"]))
        other.rollback()
    wait_for(lambda: causes(ready) == (200, []))


def test_nobody_running_jobs_is_a_warning_and_an_alarm_for_whoever_asks_strictly(
    ready: TestClient, db: Database
) -> None:
    see_jobs(db, minutes_ago=2)
    answer = ready.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "degraded", "causes": ["no_jobs"]})
    assert causes(ready, "/readyz?strict=true") == (503, ["no_jobs"])


def test_mails_that_wait_are_a_warning_and_an_alarm_for_strict_callers(ready: TestClient, db: Database) -> None:
    due = utc_now() - timedelta(minutes=14)

    def order(session: Any) -> None:
        given = outbox.Order("reservation-received", "kim@example.org", "reservation:1", "key:1", {})
        outbox.order(session, [given], due)

    db.write(order)
    assert causes(ready) == (200, [])
    late = due - timedelta(minutes=2)
    db.write(lambda session: session.execute(update(Mail).values(next_attempt_at=late)) and None)
    answer = ready.get("/readyz")
    assert (answer.status_code, answer.json()) == (200, {"status": "degraded", "causes": ["mails_waiting"]})
    assert causes(ready, "/readyz?strict=true") == (503, ["mails_waiting"])


def test_another_folder_of_data_is_named(
    make_client: MakeClient, built: Path, postgresql_url: str, tmp_path: Path
) -> None:
    db = Database(postgresql_url)
    see_jobs(db)
    db.write(lambda session: data_folder.claim(session, FolderStorage(tmp_path / "one")))
    one = make_client(site=built, console=built, database_url=postgresql_url, data_dir=tmp_path / "one")
    other = make_client(site=built, console=built, database_url=postgresql_url, data_dir=tmp_path / "other")
    assert causes(one) == (200, [])
    assert causes(other) == (503, ["other_folder"])
    db.close()


def test_a_full_disk_is_named(ready: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readiness, "LEAST_FREE_BYTES", shutil.disk_usage(Path.cwd()).total * 2)
    assert causes(ready) == (503, ["disk_full"])


@pytest.fixture
def trying(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look tries to write."""
    monkeypatch.setattr(readiness, "_TRY_EVERY_SECONDS", -1.0)


@pytest.mark.usefixtures("trying")
def test_a_full_database_is_named_and_forgotten_when_there_is_room_again(
    make_client: MakeClient, built: Path, sqlite_url: str
) -> None:
    full = Database(sqlite_url)
    see_jobs(full)
    client = make_client(site=built, console=built, database_url=sqlite_url)
    assert causes(client) == (200, [])
    db: Database = state_of(client).db
    limit = _limited_to(db, 1)
    wait_for(lambda: causes(client)[1] == ["database_full"])
    event.remove(db.engine, "begin", limit)
    _limited_to(db, 1_000_000)
    wait_for(lambda: causes(client) == (200, []))
    full.close()


def _limited_to(db: Database, pages: int) -> Callable[..., None]:
    """From the next transaction on the file may have so many pages and is filled up to them: a real SQLITE_FULL."""

    def limit(connection: Any) -> None:
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        if pages == 1:
            connection.exec_driver_sql("CREATE TABLE IF NOT EXISTS filling (x)")
            connection.exec_driver_sql("INSERT INTO filling VALUES (zeroblob(1000000))")

    event.listen(db.engine, "begin", limit)
    return limit


@pytest.mark.usefixtures("trying")
def test_a_read_only_database_is_named(make_client: MakeClient, built: Path, sqlite_url: str) -> None:
    other = Database(sqlite_url)
    see_jobs(other)
    other.close()
    client = make_client(site=built, console=built, database_url=sqlite_url)
    db: Database = state_of(client).db
    event.listen(db.engine, "begin", lambda connection: connection.exec_driver_sql("PRAGMA query_only=ON"))
    wait_for(lambda: causes(client) == (503, ["database_read_only"]))


def test_a_database_that_is_away_is_named(
    make_client: MakeClient, built: Path, postgresql_url: str, postgresql_databases: PostgresqlDatabases
) -> None:
    client = make_client(site=built, console=built, database_url=postgresql_url)
    with postgresql_databases.unreachable(postgresql_url):
        assert causes(client) == (503, ["database_away"])


def test_a_damaged_page_is_named_once_somebody_met_it(make_client: MakeClient, built: Path, sqlite_url: str) -> None:
    db = Database(sqlite_url)
    see_jobs(db)
    db.close()
    damage(Path(make_url(sqlite_url).database or ""), "parks")
    client = make_client(site=built, console=built, database_url=sqlite_url)
    assert client.get("/api/parks").status_code == 503
    assert causes(client) == (503, ["database_damaged"])


def test_a_look_that_hangs_does_not_hang_the_answer(
    make_client: MakeClient, built: Path, postgresql_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    db = Database(postgresql_url)
    see_jobs(db)
    client = make_client(site=built, console=built, database_url=postgresql_url)
    assert causes(client) == (200, [])
    engine = create_engine(postgresql_url)
    with engine.connect() as connection, connection.begin():
        connection.execute(text("LOCK TABLE alembic_version IN ACCESS EXCLUSIVE MODE"))
        with monkeypatch.context() as impatient:
            impatient.setattr(readiness, "LONGEST_LOOK_SECONDS", 0.3)
            assert causes(client) == (503, ["database_silent"])
        assert client.get("/healthz").status_code == 200
    wait_for(lambda: causes(client) == (200, []))
    engine.dispose()
    db.close()
