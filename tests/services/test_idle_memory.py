"""A server that has answered its first calls and waits: what it has loaded, and how much memory it holds."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.factories import reservation_body
from tests.fixtures.servers import ROOT

MOST_MEGABYTES = 200
LARGE = frozenset(
    {
        "adbc_driver_manager",
        "cryptography",
        "duckdb",
        "fontTools",
        "numpy",
        "pandas",
        "psycopg",
        "pyarrow",
        "typst",
        "webauthn",
        "xlsxwriter",
        "zxcvbn",
    }
)
"""Libraries of reports, documents, exports, passwords, backups and the other database: 7 to 60 MB each."""
EXTRAS = ("opentelemetry.sdk", "opentelemetry.exporter", "opentelemetry.instrumentation", "obstore")
_AFTER_FIRST_CALLS = """
import json, sys
from pathlib import Path
from services.cli import app as cli
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
    assert client.get("/readyz").status_code == 200
    memory = Path("/proc/self/smaps_rollup")
    told = {"modules": sorted(sys.modules)}
    told["memory"] = memory.read_text() if memory.exists() else ""
    Path(sys.argv[2]).write_text(json.dumps(told))
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a process of its own has to say, not forked from this one: that would share memory with it."""
    folder = tmp_path_factory.mktemp("idle")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith("VOLTIGO_")}
    inherited.pop("PYTHONDONTWRITEBYTECODE", None)  # an installation has its byte code
    chosen = {"PYTHONPATH": str(ROOT), "VOLTIGO_DATA_DIR": str(folder), "VOLTIGO_SCHEDULER": "embedded"}
    command = (sys.executable, "-c", _AFTER_FIRST_CALLS, json.dumps(reservation_body()), str(folder / "told"))
    done = subprocess.run(command, env=inherited | chosen, capture_output=True, text=True, timeout=180, check=False)
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads((folder / "told").read_text())
    return found


def test_a_server_that_made_no_report_has_loaded_none_of_the_large_libraries(told: dict[str, Any]) -> None:
    loaded = {name.partition(".")[0] for name in told["modules"]}
    assert {"fastapi", "sqlalchemy"} <= loaded
    assert LARGE & loaded == set()


def test_without_traces_and_object_store_it_needs_none_of_their_libraries(told: dict[str, Any]) -> None:
    """An installation by `requirements.lock` has none of them."""
    assert [name for name in told["modules"] if name.startswith(EXTRAS)] == []


@pytest.mark.skipif(not Path("/proc/self/smaps_rollup").exists(), reason="Linux alone tells the memory of a process")
def test_an_idle_server_needs_less_than_200_megabytes(told: dict[str, Any]) -> None:
    """Its proportional set size: of what it shares with other processes, its part."""
    pss = next(line for line in told["memory"].splitlines() if line.startswith("Pss:"))
    used = int(pss.split()[1]) / 1024
    assert 20 < used < MOST_MEGABYTES, f"{used:.0f} MB"
