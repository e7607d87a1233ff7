"""What tests of jobs need: instances on one database, a job that can be held up, and a scheduler that looks often."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime

import pytest

from services.core.db.db import Database
from services.core.job_queue.job import Job
from services.core.schedules import Every, Rule
from services.jobs.runner import Runner
from services.jobs.scheduler import Timetable
from tests.services.held_clock import HeldClock


@pytest.fixture
def one(sqlite_url: str) -> Iterator[Database]:
    """For rules of the product that no SQL decides: one database is enough."""
    database = Database(sqlite_url)
    yield database
    database.close()


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock(datetime.fromisoformat("2026-11-03T10:30:15+00:00"))


@dataclass
class Work:
    """What a job does in a test: notes its slots, or waits until it may end."""

    slots: list[datetime] = field(default_factory=list)
    begun: threading.Event = field(default_factory=threading.Event)
    may_end: threading.Event = field(default_factory=threading.Event)

    def note(self, slot: datetime) -> str:
        self.slots.append(slot)
        return f"{len(self.slots)}. Lauf."

    def wait(self, slot: datetime) -> str:
        self.begun.set()
        assert self.may_end.wait(60)
        return self.note(slot)


@pytest.fixture
def work() -> Work:
    return Work()


def job_of(run: Callable[[datetime], str], rule: Rule | None = None, name: str = "work") -> Job:
    """Due every five minutes unless said otherwise."""
    return Job(name, "Arbeit", "Arbeitet.", rule or Every(300), run, takes_slot=True)


@contextmanager
def in_a_thread(work: Callable[[], object]) -> Iterator[threading.Thread]:
    """`work` goes on while the block runs, and is over after it."""
    thread = threading.Thread(target=work)
    thread.start()
    try:
        yield thread
    finally:
        thread.join(90)
        assert not thread.is_alive()


@contextmanager
def scheduled(
    db: Database, clock: HeldClock, *jobs: Job, sources: tuple = (), ask_seconds: float = 5
) -> Iterator[Timetable]:
    """The real scheduler, which looks a hundred times a second, on a held clock."""
    timetable = Timetable(Runner(db, clock), jobs, sources, look_seconds=0.01, ask_seconds=ask_seconds)
    timetable.start()
    try:
        yield timetable
    finally:
        assert timetable.stop(60)
