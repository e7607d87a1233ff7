"""In pytest: collects once, then runs the tests asked for in a child a fault, which ends with it.

Loading and collecting take many seconds, a fork takes none; what all tests share (the databases) is made before it.
"""

import json
import os
import resource
import select
import signal
import time
import traceback
import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import pairwise
from multiprocessing.connection import Client, Connection
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from tests.mutants.in_memory import Loaded, RunsWhenLoaded
from tests.mutants.table import Fault

ADDRESS = "MUTANTS_ADDRESS"
"""Not with the prefix of the settings: in production the product refuses a name of these that it does not know."""
WARM = "tests/mutants/warm.py"
Answer = dict[str, Any]


class _More:
    """Stands for a test that follows and shares nothing but what the whole run shares."""

    def __init__(self, session: pytest.Session) -> None:
        self.listchain = lambda: [session]


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session: pytest.Session) -> bool:
    if session.testsfailed:
        raise session.Interrupted("the tests cannot be collected")
    by_file: dict[str, list[pytest.Item]] = {}
    for item in session.items:
        by_file.setdefault(item.nodeid.partition("::")[0], []).append(item)
    for warm in by_file.pop(WARM, ()):
        warm.config.hook.pytest_runtest_protocol(item=warm, nextitem=_More(session))
    loaded = Loaded.of_process(Engine)
    with Client(os.environ[ADDRESS]) as connection:
        connection.send("ready")
        with suppress(EOFError):
            while True:
                _answer(connection, session, by_file, loaded)
    return True


def _answer(
    connection: Connection, session: pytest.Session, by_file: dict[str, list[pytest.Item]], loaded: Loaded
) -> None:
    """One fault: told as it is, with the old text of its file unless that is loaded with the fault already."""
    fault, old, limit, patience = connection.recv()
    items = [item for file in ordered(fault, by_file) for item in by_file[file]]
    reading, writing = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # threads of libraries, which do nothing here
        child = os.fork()
    if not child:
        from tests.fixtures.left_behind import die_with_parent  # which pytest has to load first

        os.close(reading)
        os.setpgid(0, 0)
        die_with_parent()
        try:
            _prepare(loaded, fault, old)
            _run(writing, session, items, limit)
        except RunsWhenLoaded:
            _say(writing, fresh=True)
        except BaseException:
            _say(writing, by=None, how=f"cannot be tried: {traceback.format_exc()}", after=0)
        finally:
            os._exit(0)
    os.close(writing)
    with suppress(ProcessLookupError, PermissionError):
        os.setpgid(child, child)
    answer = _listen(reading, patience)
    os.close(reading)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    os.waitpid(child, 0)
    connection.send(answer)


def ordered(fault: Fault, files: Iterable[str]) -> list[str]:
    """The files of tests to run: those that the fault names, then those that import its module, then the others."""
    stem, module = Path(fault.file).stem, fault.file.removesuffix(".py").replace("/", ".")
    found: dict[str, None] = {}
    for test in fault.tests:
        found |= dict.fromkeys(file for file in files if f"{file}/".startswith(f"{test}/"))
    others = [file for file in files if any(file.startswith(f"{folder}/") for folder in fault.folders)]

    def distance(file: str) -> int:
        if stem in Path(file).stem:
            return 0
        text = Path(file).read_text(encoding="utf-8")
        return 1 if module in text else 2 if stem in text else 3

    return list(found | dict.fromkeys(sorted(others, key=distance)))


def _say(writing: int, **told: object) -> None:
    os.write(writing, f"{json.dumps(told)}\n".encode())


def _prepare(loaded: Loaded, fault: Fault, old: str) -> None:
    for engine in loaded.others:
        engine.dispose(close=False)  # a connection belongs to the process that opened it
    path = Path(fault.file).resolve()
    if old:
        loaded.forget_what_was_read()
        if path.suffix == ".py":
            loaded.exchange(str(path), old, path.read_text(encoding="utf-8"))


def _run(writing: int, session: pytest.Session, items: list[pytest.Item], limit: float) -> None:
    watch, more, count = Watch(), _More(session), 0
    session.config.pluginmanager.register(watch)
    for item, following in pairwise([*items, more]):
        _say(writing, begun=item.nodeid)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        count += 1
        if watch.failed or _seconds() > limit:
            break
    with suppress(BaseException):
        session._setupstate.teardown_exact(more)
    if watch.failed:
        _say(writing, by=watch.failed.nodeid, how=_told(watch.failed), after=count)
    else:
        _say(writing, by=None, how="", after=count, whole=count == len(items))


class Watch:
    """Keeps the first failure."""

    failed: pytest.TestReport | None = None

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report


def _told(report: pytest.TestReport) -> str:
    crash = getattr(report.longrepr, "reprcrash", None)
    return str(crash.message if crash else report.longreprtext).strip().partition("\n")[0][:200]


def _seconds() -> float:
    """Of the processor, in this process and those it has ended."""
    spent = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + spent.ru_utime + spent.ru_stime


def _lines(reading: int, patience: float) -> Iterator[Answer]:
    """What the child says, until it ends. Raises TimeoutError."""
    rest = b""
    while True:
        if not select.select([reading], [], [], patience)[0]:
            raise TimeoutError
        if not (read := os.read(reading, 65536)):
            return
        *lines, rest = (rest + read).split(b"\n")
        yield from (json.loads(line) for line in lines)


def _listen(reading: int, patience: float) -> Answer:
    last, begun = "", 0
    try:
        for said in _lines(reading, patience):
            if "begun" not in said:
                return said
            last, begun = said["begun"], begun + 1
        how = "the process ended"
    except TimeoutError:
        how = f"does not end within {patience:.0f} s"
    # Before the first test it is no test that noticed.
    return {"by": last or None, "how": how if last else f"cannot be tried: {how}", "after": begun}
