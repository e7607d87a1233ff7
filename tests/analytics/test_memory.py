"""What a first run holds in memory does not depend on how much waits."""

import subprocess
import sys
from pathlib import Path

import pytest

from services.core.db.db import Database
from tests.fixtures.many_visits import fill_visits
from tests.fixtures.servers import ROOT

pytestmark = pytest.mark.both_databases(sample="sqlite")

_PEAKS = """
from pathlib import Path
from analytics.store import export
from analytics.store.catalogue import Store
from analytics.store.files import START
from tests.fixtures.peak_memory import peak_megabytes

store, after = Store({url!r}, Path({folder!r})), START
for upto in export.steps(store, "visits", START, 20_000):
    export.carry(store, "visits", after, upto)
    after = upto
    print(int(peak_megabytes()))
"""


def test_ten_steps_need_no_more_memory_than_two(db: Database, database_url: str, tmp_path: Path) -> None:
    fill_visits(db.engine, 200_000)
    script = _PEAKS.format(url=database_url, folder=str(tmp_path / "store"))
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    peaks = [int(line) for line in done.stdout.split()]
    assert len(peaks) == 10
    assert peaks[-1] - peaks[1] < 40, f"megabytes after each step: {peaks}"
