"""Instances in processes of their own that come to the same slots of one job, and a ledger of what they did."""

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Final

from services.core.db.db import Database
from services.core.job_queue.job import Job
from services.core.schedules import Every
from services.jobs import claims
from services.jobs.runner import Runner
from tests.fixtures.forking import forking
from tests.services.held_clock import HeldClock

_PROCESSES = forking(__name__)

FIRST: Final = datetime.fromisoformat("2026-11-03T10:00:00+00:00")
STEP: Final = timedelta(minutes=1)
EACH_MINUTE: Final = Every(60)


class Ledger:
    """A file to which every run adds one line, whichever process it is in."""

    def __init__(self, path: Path) -> None:
        self.path = path
        path.touch()

    def note(self, slot: datetime) -> str:
        """What the job does."""
        file = os.open(self.path, os.O_WRONLY | os.O_APPEND)
        os.write(file, f"{slot.isoformat()} {os.getpid()}\n".encode())
        os.close(file)
        return f"in process {os.getpid()}"

    def runs(self) -> list[tuple[datetime, int]]:
        """Slots and processes, in the order of the runs."""
        pairs = (line.split() for line in self.path.read_text().splitlines())
        return [(datetime.fromisoformat(slot), int(process)) for slot, process in pairs]

    def faults(self, slots: Sequence[datetime]) -> list[str]:
        """Slots that were run more than once, never, or by mistake."""
        counts = Counter(slot for slot, _ in self.runs())
        found = [f"{slot} ran {count} times" for slot, count in counts.items() if count > 1]
        found += [f"{slot} never ran" for slot in slots if slot not in counts]
        return found + [f"{slot} is no slot" for slot in counts if slot not in slots]


def noting_job(ledger: Ledger) -> Job:
    """Notes each slot."""
    return Job("note", "Notieren", "Notiert.", EACH_MINUTE, ledger.note, takes_slot=True)


def slots(count: int) -> list[datetime]:
    """So many in a row."""
    return [FIRST + number * STEP for number in range(count)]


def come_together(
    url: str,
    ledger: Path,
    moments: Sequence[datetime],
    *,
    processes: int,
    without_claim: bool = False,
) -> None:
    """Let processes come to each of these slots at the same moment, and wait until all are through."""
    barrier = _PROCESSES.Barrier(processes)
    arguments = (url, ledger, moments, barrier, without_claim)
    started = [_PROCESSES.Process(target=_come, args=arguments) for _ in range(processes)]
    for process in started:
        process.start()
    for process in started:
        process.join(60)
        assert process.exitcode == 0


def _come(url: str, ledger: Path, moments: Sequence[datetime], barrier: Barrier, without_claim: bool) -> None:
    if without_claim:
        claims.newest_slot = lambda session, name: None
        claims.is_under_way = lambda session, name, now, besides=None: False
    db, clock = Database(url), HeldClock(FIRST)
    runner, job = Runner(db, clock), noting_job(Ledger(ledger))
    for slot in moments:
        clock.now = slot + timedelta(milliseconds=3)
        barrier.wait(90)
        runner.attend(job)
    assert runner.stop(0)
    db.close()


@contextmanager
def stuck_in_a_run(url: str, ledger: Path) -> Iterator[BaseProcess]:
    """A process that has taken the first slot and does not come to its end."""
    here, there = _PROCESSES.Pipe(duplex=False)
    process = _PROCESSES.Process(target=_be_stuck, args=(url, ledger, there))
    process.start()
    assert here.recv() == "running"
    yield process
    process.kill()
    process.join()


def _be_stuck(url: str, ledger: Path, begun: Connection) -> None:
    job = noting_job(Ledger(ledger))

    def hang(_slot: datetime) -> str:
        begun.send("running")
        _PROCESSES.Event().wait()
        return "never"

    stuck = Job(job.name, job.title, job.does, job.rule, hang, takes_slot=True)
    Runner(Database(url), HeldClock(FIRST)).attend(stuck)
