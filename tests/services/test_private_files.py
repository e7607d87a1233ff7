"""Whatever a command writes is for its own user: other people on the machine read no household from it."""

import stat
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

from services.core.db.db import Database
from tests.factories import reservation_body
from tests.fixtures.servers import Server, StartServer
from tests.fixtures.staff import COOKIE, OWN_PAGE, add_member
from tests.services.stored import wait_for
from tests.services.test_cli import voltigo


@pytest.fixture
def server(tmp_path: Path, start_server: StartServer) -> Iterator[Server]:
    # An empty address: the database lies in the folder of data, made by the very process under test.
    yield start_server("", data_dir=tmp_path / "var", rate_limits="off")


def modes(folder: Path) -> dict[str, int]:
    """What group and others may do with each file and folder below; the fixture's own log left out."""
    found = {path.relative_to(folder).as_posix(): path for path in folder.rglob("*") if path.name != "server.log"}
    return {name: stat.S_IMODE(path.stat().st_mode) & 0o077 for name, path in sorted(found.items())}


def test_database_mails_store_and_reports_are_closed_to_other_users(server: Server) -> None:
    answer = httpx2.post(f"{server.url}/functions/v1/reserve-spot", json=reservation_body(), timeout=60)
    assert answer.status_code == 200
    db = Database(f"sqlite:///{server.data_dir / 'voltigo.sqlite3'}")
    member = add_member(db, "admin")
    db.close()
    body = {"report": "credits", "parameters": {}, "label": "Oktober"}
    headers = {**OWN_PAGE, "Cookie": f"{COOKIE}={member.token}"}
    kept = httpx2.post(f"{server.url}/api/staff/report-runs", json=body, headers=headers, timeout=60)
    assert kept.status_code == 201, kept.text
    wait_for(lambda: list(server.mail_dir.glob("*.eml")))
    wait_for(lambda: list(server.data_dir.rglob("*.parquet")))
    found = modes(server.data_dir)
    for part in ("voltigo.sqlite3", "voltigo.sqlite3-wal", "voltigo.sqlite3-shm"):
        assert part in found
    assert {name: mode for name, mode in found.items() if mode} == {}
    assert any(name.startswith("store/") for name in found), sorted(found)
    assert any(name.startswith("reports/") for name in found), sorted(found)


def test_a_new_folder_of_data_is_closed_to_other_users(tmp_path: Path) -> None:
    assert voltigo(tmp_path, "migrate").returncode == 0
    assert stat.S_IMODE((tmp_path / "var").stat().st_mode) == 0o700
    assert modes(tmp_path / "var") == {"voltigo.sqlite3": 0}
