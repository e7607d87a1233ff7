"""A run of tests that is ended, in whatever way, leaves neither a process nor a file behind."""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from uuid import uuid4

import pytest

from tests.fixtures.servers import ROOT
from tests.services.stored import wait_for

pytestmark = pytest.mark.sample(0)  # no fault of the product

_MARK = "ENDED_RUN"
_LONGEST_SECONDS = 120
_AS_AT_A_TERMINAL = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])
"""
"""Ctrl-C then reaches the run also where these tests were started in the background of a shell, which ignores it."""
_HANGING = """
import os, threading
from pathlib import Path

def test_hangs(postgresql_server, start_server, browser, tmp_path):
    start_server(f"sqlite:///{tmp_path}/voltigo.sqlite3", scheduler="off")
    browser.new_page()
    told = Path(os.environ["TOLD"])
    told.with_suffix(".part").write_text(str(os.getpid()))
    told.with_suffix(".part").rename(told)
    threading.Event().wait()
"""


@pytest.fixture
def folder() -> Iterator[Path]:
    """A short one: sockets lie in it."""
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)


def of_run(mark: str) -> dict[int, str]:
    """Processes that inherited the mark of a run."""
    found = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if f"{_MARK}={mark}".encode() in (process / "environ").read_bytes().split(b"\0"):
                found[int(process.name)] = (process / "cmdline").read_text().replace("\0", " ")
        except OSError:
            continue
    return found


def interrupt(run: int, _worker: int) -> None:
    os.killpg(run, signal.SIGINT)


def terminate(run: int, _worker: int) -> None:
    os.kill(run, signal.SIGTERM)


def kill(run: int, _worker: int) -> None:
    os.kill(run, signal.SIGKILL)


def kill_worker(_run: int, worker: int) -> None:
    os.kill(worker, signal.SIGKILL)


@pytest.mark.parametrize(("end", "workers"), [(interrupt, "1"), (kill, "0"), (terminate, "1"), (kill_worker, "1")])
def test_an_ended_run_leaves_nothing(folder: Path, end: Callable[[int, int], None], workers: str) -> None:
    (folder / "conftest.py").write_text("from tests.conftest import pytest_plugins\n")
    (folder / "test_hanging.py").write_text(_HANGING)
    (folder / "tmp").mkdir(mode=0o755)
    told, mark = folder / "told", uuid4().hex
    names = ("PYTEST_", "TMPDIR", "VOLTIGO_TEST_PROVE")
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(names)}
    chosen = {"PYTHONPATH": str(ROOT), "TMPDIR": str(folder / "tmp"), "TOLD": str(told), _MARK: mark}
    begin = (sys.executable, "-c", _AS_AT_A_TERMINAL, sys.executable)
    command = (*begin, "-m", "pytest", "-p", "no:cacheprovider", "-n", workers, "--max-worker-restart=0")
    with (folder / "log").open("w") as log:
        environment = {**inherited, **chosen}
        run = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log, start_new_session=True)
    wait_for(lambda: told.exists() or run.poll() is not None)
    assert told.exists(), (folder / "log").read_text()
    assert len(of_run(mark)) > 5, "servers, a browser and what looks after them"
    assert list((folder / "tmp").iterdir())
    end(run.pid, int(told.read_text()))
    run.wait(_LONGEST_SECONDS)
    wait_for(lambda: not of_run(mark))
    [pytests_own] = (folder / "tmp").iterdir()
    files = [path for path in pytests_own.rglob("*") if path.is_file()]
    # A run that loses a worker goes on, and ends by itself: it keeps the folder of the test that failed.
    assert bool(files) == (end is kill_worker)


@pytest.mark.parametrize("workers", ["0", "1"])
def test_a_test_that_never_ends_ends_its_process_and_says_where(tmp_path: Path, workers: str) -> None:
    """By the settings of the repository, with another patience."""
    (tmp_path / "test_loop.py").write_text("def test_loops():\n    while True:\n        pass\n")
    settings = ("-c", str(ROOT / "pyproject.toml"), "-p", "no:cacheprovider", "-o", "faulthandler_timeout=1")
    command = (sys.executable, "-m", "pytest", *settings, "-n", workers, "test_loop.py")
    quiet = {"capture_output": True, "text": True, "timeout": _LONGEST_SECONDS}
    ended = subprocess.run(command, cwd=tmp_path, check=False, **quiet)
    assert ended.returncode != 0
    assert "test_loop.py" in ended.stderr and "in test_loops" in ended.stderr
