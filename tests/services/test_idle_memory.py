"""A server that has answered its first calls and waits: what it has loaded, and how much memory it holds."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx2
import pytest

from tests.factories import reservation_body
from tests.fixtures.left_behind import CLEANER
from tests.fixtures.servers import ROOT

MOST_MEGABYTES = 200
LARGE = frozenset(
    {
        "adbc_driver_manager",
        "cryptography",
        "duckdb",
        "fpdf",
        "numpy",
        "pandas",
        "psycopg",
        "pyarrow",
        "webauthn",
        "xlsxwriter",
        "zxcvbn",
    }
)
"""Libraries of reports, documents, exports, passwords, backups and the other database: 7 to 60 MB each."""
_MODULES_AFTER_FIRST_CALLS = """
import json, sys
from pathlib import Path
from services.app import create_app
from services.core.db.db import Database
from services.schema.migrate import migrate
from services.settings import Settings
from starlette.testclient import TestClient

settings = Settings(_env_file=None)
db = Database(settings.database)
migrate(db)
db.close()
with TestClient(create_app(settings)) as client:
    for path in ("/", "/healthz", "/readyz", "/api/parks", "/admin/"):
        client.get(path)
    answer = client.post("/functions/v1/reserve-spot", json=json.loads(sys.argv[1]))
    assert answer.status_code == 200, answer.text
    Path(sys.argv[2]).write_text(",".join({name.partition(".")[0] for name in sys.modules}))
"""


def _environment(folder: Path, **settings: str) -> dict[str, str]:
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("VOLTIGO_")}
    inherited.pop("PYTHONDONTWRITEBYTECODE", None)  # an installation has its byte code
    return {**inherited, "PYTHONPATH": str(ROOT), "VOLTIGO_DATA_DIR": str(folder), **settings}


def test_a_server_that_made_no_report_has_loaded_none_of_the_large_libraries(tmp_path: Path) -> None:
    listed = tmp_path / "modules"
    command = (sys.executable, "-c", _MODULES_AFTER_FIRST_CALLS, json.dumps(reservation_body()), str(listed))
    environment = _environment(tmp_path, VOLTIGO_SCHEDULER="embedded")
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stderr
    loaded = set(listed.read_text().split(","))
    assert {"fastapi", "sqlalchemy"} <= loaded
    assert LARGE & loaded == set()


@contextmanager
def _server(folder: Path) -> Iterator[tuple[int, str]]:
    """A process of its own, not forked from this one: that would share memory with it."""
    command = (sys.executable, "-c", "from services.cli import app; app()", "serve")
    environment = _environment(folder, VOLTIGO_PORT="0")
    with (
        (folder / "log").open("w") as log,
        subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=log, text=True) as process,
    ):
        CLEANER.note("process", process.pid)
        assert process.stdout is not None
        yield process.pid, process.stdout.readline().split()[1].rstrip("/")
        process.terminate()
        process.wait(timeout=90)
        CLEANER.forget("process", process.pid)


def _megabytes(pid: int) -> float:
    """Its proportional set size: of what it shares with other processes, its part."""
    rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(next(line for line in rollup.splitlines() if line.startswith("Pss:")).split()[1]) / 1024


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="Linux alone tells the memory of a process")
def test_an_idle_server_needs_less_than_200_megabytes(tmp_path: Path) -> None:
    with _server(tmp_path) as (pid, url), httpx2.Client(base_url=url, timeout=60) as client:
        for path in ("/", "/healthz", "/readyz", "/api/parks", "/admin/"):
            client.get(path)
        assert client.post("/functions/v1/reserve-spot", json=reservation_body()).status_code == 200
        assert client.get("/readyz").status_code == 200
        used = _megabytes(pid)
    assert 20 < used < MOST_MEGABYTES, f"{used:.0f} MB"
