"""A disk without room, as the server meets it: for its log, and for every file that would have to grow."""

import resource
import sys
from pathlib import Path

import httpx2
import pytest

from services.core.db.db import Database
from services.reservations.models import Reservation
from tests.faults.calls import call_all, distinct_bodies
from tests.fixtures.servers import StartServer
from tests.services.stored import stored

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="/dev/full and limits of other processes are Linux's")
QUIET = {"scheduler": "off", "rate_limits": "off"}


def test_a_log_that_cannot_be_written_costs_no_request(
    sqlite_url: str, start_server: StartServer, tmp_path: Path
) -> None:
    folder = tmp_path / "var"
    folder.mkdir()
    (folder / "server.log").symlink_to("/dev/full")
    server = start_server(sqlite_url, data_dir=folder, **QUIET)
    assert [answer.status for answer in call_all([server.url], distinct_bodies(5), clients=2)] == [200] * 5
    assert httpx2.get(f"{server.url}/api/no-such-route").status_code == 404


def test_files_that_cannot_grow_cost_503_and_nothing_acknowledged(
    sqlite_url: str, db: Database, start_server: StartServer
) -> None:
    """Room for some reservations, then none, then room again."""
    server = start_server(sqlite_url, **QUIET)
    assert server.process.pid is not None
    limits = (256 * 1024, resource.RLIM_INFINITY)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits)
    answers = call_all([server.url], distinct_bodies(60), clients=8)
    assert {answer.status for answer in answers} == {200, 503}
    acknowledged = {answer.body["reference"] for answer in answers if answer.status == 200}
    assert acknowledged == {row["reference"] for row in stored(db, Reservation)}
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    again = call_all([server.url], distinct_bodies(61)[60:], clients=1)
    assert [answer.status for answer in again] == [200]
