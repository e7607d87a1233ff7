"""`voltigo store …` and the console's view of the store."""

from pathlib import Path

from starlette.testclient import TestClient

from services.core.clock import utc_now
from services.core.db.db import Database
from services.settings import Settings
from services.store.ingest import StoreIngest
from services.store.place import store_of
from tests.analytics.visit_rows import NOON, add_visits, visits_from
from tests.fixtures.staff import StaffClient
from tests.services.test_cli import voltigo


def test_the_commands_carry_verify_and_name_what_is_wrong(tmp_path: Path, sqlite_url: str) -> None:
    def run(*arguments: str) -> tuple[int, str, str]:
        done = voltigo(tmp_path, *arguments, database_url=sqlite_url)
        return done.returncode, done.stdout, done.stderr

    db = Database(sqlite_url)
    add_visits(db, visits_from(NOON, 12))
    db.close()
    assert run("jobs", "run", "carry-visits")[1] == "carry-visits: 12 Zeilen übertragen.\n"
    code, told, _ = run("store", "status")
    assert code == 0
    assert [line.split()[:3] for line in told.splitlines()[1:]] == [
        ["visits", "12", "1"],
        ["touches", "0", "0"],
        ["visit_days", "1", "1"],
    ]
    code, told, _ = run("store", "verify")
    assert (code, told.splitlines()[-1]) == (0, "Der Datenspeicher gleicht der Datenbank.")
    (file,) = (tmp_path / "var" / "store" / "visits").rglob("*.parquet")
    file.unlink()
    code, _, complaint = run("store", "verify")
    assert (code, complaint.count("fehlt")) == (1, 1)
    code, told, _ = run("store", "rebuild")
    assert (code, told.splitlines()[-1]) == (0, "Der Datenspeicher ist neu gebaut: 12 Zeilen in 1 Datei.")
    assert run("store", "verify")[0] == 0


def test_the_console_sees_how_the_store_stands(
    client: TestClient, staff_client: StaffClient, db: Database, database_url: str, tmp_path: Path
) -> None:
    settings = Settings(_env_file=None, database_url=database_url, data_dir=tmp_path / "var")  # type: ignore[call-arg]
    add_visits(db, visits_from(NOON, 5))
    marketer = staff_client("marketing")
    before = marketer.get("/api/staff/store").json()
    assert before["datasets"][0] == {
        "name": "visits",
        "rows": 0,
        "files": 0,
        "bytes": 0,
        "watermark_at": None,
        "waiting_rows": 5,
        "last_day": None,
    }
    running: list[dict] = []
    StoreIngest(db, store_of(settings), utc_now).run(
        lambda _rows: running.append(marketer.get("/api/staff/store").json())
    )
    after = marketer.get("/api/staff/store").json()
    assert [(d["name"], d["rows"], d["waiting_rows"], d["last_day"]) for d in after["datasets"]] == [
        ("visits", 5, 0, "2026-10-20"),
        ("touches", 0, 0, None),
        ("visit_days", 1, 0, "2026-10-20"),
    ]
    assert (running[0]["is_running"], after["is_running"]) == (True, False)
