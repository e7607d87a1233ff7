"""In pytest: collects once, then runs the tests asked for in a child a fault, which ends with it.

Loading and collecting take many seconds, a fork takes none; what all tests share (the databases) is made before it.
"""

import json
import os
import resource
import select
import signal
import time
import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import pairwise
from multiprocessing.connection import Client, Connection
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine

from tests.mutants.in_memory import RunsWhenLoaded, all_of, exchange, forget_what_was_read
from tests.mutants.table import Fault

ADDRESS = "VOLTIGO_MUTANTS"
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
    with Client(os.environ[ADDRESS]) as connection:
        connection.send("ready")
        with suppress(EOFError):
            while True:
                _answer(connection, session, by_file)
    return True


def _answer(connection: Connection, session: pytest.Session, by_file: dict[str, list[pytest.Item]]) -> None:
    """One fault: told as it is, with the old text of its file unless that is loaded with the fault already."""
    fault, old, limit, patience = connection.recv()
    files = ordered(fault, by_file)
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
            _run(writing, session, [item for file in files for item in by_file[file]], fault, old, limit)
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


def _run(writing: int, session: pytest.Session, items: list[pytest.Item], fault: Fault, old: str, limit: float) -> None:
    def say(**told: object) -> None:
        os.write(writing, f"{json.dumps(told)}\n".encode())

    for engine in all_of(Engine):
        engine.dispose(close=False)  # a connection belongs to the process that opened it
    if old:
        forget_what_was_read()
        path = Path(fault.file).resolve()
        if path.suffix == ".py":
            try:
                exchange(str(path), old, path.read_text(encoding="utf-8"))
            except RunsWhenLoaded:
                say(fresh=True)
                return
    watch, more = Watch(), _More(session)
    session.config.pluginmanager.register(watch)
    count = 0
    for item, following in pairwise([*items, more]):
        say(begun=item.nodeid)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        count += 1
        if watch.failed or _seconds() > limit:
            break
    with suppress(BaseException):
        session._setupstate.teardown_exact(more)
    if watch.failed:
        say(by=watch.failed.nodeid, how=_told(watch.failed), after=count)
    else:
        say(by=None, after=count, whole=count == len(items))


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
    except TimeoutError:
        return {"by": last, "how": f"does not end within {patience:.0f} s", "after": begun}
    return {"by": last, "how": "the process ended", "after": begun}
