"""Implementation of `voltigo jobs …` and `voltigo worker`; the command functions only print the results."""

import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Final

from sqlalchemy import select

from services.core.clock import BERLIN, utc_now
from services.core.db.db import Database
from services.core.german import counted
from services.core.job_queue.job import Job
from services.core.job_queue.queue import Unchanged
from services.jobs import claims
from services.jobs.health import health_of, read_rows
from services.jobs.models import JobRun
from services.jobs.registry import planned_jobs
from services.jobs.runner import Runner
from services.jobs.scheduler import working
from services.settings import Settings
from services.staff.accounts.accounts import SYSTEM

_SHORT_STOP_SECONDS: Final = 5
_HEALTH: Final = {
    "ok": "in Ordnung",
    "never": "nie",
    "missed": "ausgeblieben",
    "failed": "gescheitert",
    "running": "läuft",
    "paused": "angehalten",
}
_TRIGGERS: Final = {"schedule": "planmäßig", "catch_up": "nachgeholt", "manual": "von Hand"}
_STATES: Final = {
    "queued": "wartet",
    "running": "läuft",
    "done": "fertig",
    "failed": "gescheitert",
    "lost": "verloren",
}


def listed(settings: Settings, db: Database) -> list[str]:
    """A line for each job: name, schedule, health, purpose."""
    now, jobs = utc_now(), planned_jobs(settings, db, utc_now)
    with db.read() as session:
        rows = read_rows(session)
    return [f"{job.name:<22} {job.turn:<20} {_HEALTH[health_of(job, rows, now)[0]]:<12} {job.does}" for job in jobs]


def named(settings: Settings, db: Database, name: str) -> Job | None:
    return next((job for job in planned_jobs(settings, db, utc_now) if job.name == name), None)


def run_once(db: Database, job: Job) -> tuple[str, bool]:
    """Run a job in this process; returns its final message and whether it succeeded. Slotted work gets a row like every
    run; another process may claim it first.
    """
    if job.is_continuous:
        try:
            return job.at(utc_now()), True
        except Unchanged:
            return "Der letzte Versuch ist gescheitert, der nächste steht noch aus.", False
    run_id = db.write(lambda session: claims.ask(session, job.name, SYSTEM, utc_now()).id)
    runner = Runner(db, utc_now)
    runner.start()
    is_ours = runner.take(job, run_id)
    runner.stop(_SHORT_STOP_SECONDS)
    if not is_ours:
        return "Ein anderer Prozess führt ihn aus; `voltigo jobs history` sagt, wie es ausging.", True
    with db.read() as session:
        run = session.get_one(JobRun, run_id)
    return run.error or run.result or run.state, run.error is None


def history(db: Database, name: str, count: int) -> list[str]:
    """A line for each of the last runs, the latest first, in Berlin's time."""
    latest = select(JobRun).where(JobRun.job == name).order_by(JobRun.id.desc()).limit(count)
    with db.read() as session:
        return [_told(run) for run in session.scalars(latest)]


def _told(run: JobRun) -> str:
    slot, state = run.scheduled_for.astimezone(BERLIN), _STATES[run.state]
    trigger = _TRIGGERS[run.trigger]
    missed = f" ({counted(run.missed, 'Lauf', 'Läufe')} ausgeblieben)" if run.missed else ""
    seconds = ""
    if run.started_at and run.finished_at:
        seconds = f"{(run.finished_at - run.started_at).total_seconds():.2f} s".replace(".", ",")
    said = run.error or run.result or ""
    return f"{slot:%d.%m.%Y %H:%M:%S}  {trigger + missed:<10} {state:<11} {run.attempts}  {seconds:>8}  {said}"


def work_until_stopped(settings: Settings, db: Database, announce: Callable[[], object]) -> None:
    """Run the jobs until SIGTERM or Ctrl-C, then finish current work or hand it to other instances."""
    stopping = threading.Event()
    with signals_received() as signals, working(settings, db, utc_now, stopping):
        announce()
        signals.recv(1)
        stopping.set()


@contextmanager
def signals_received() -> Iterator[socket.socket]:
    """A socket with a byte for each SIGTERM or Ctrl-C since the block began; from then on they do nothing else.

    Python runs a signal's handler in the main thread, when that comes to its next instruction: a main thread that waits
    for a lock does not, where the signal met another thread, or came as the wait was about to begin. The socket is
    written by the handler in C, whichever thread it meets.
    """
    received, written = socket.socketpair()
    with received, written:
        written.setblocking(False)
        before = signal.set_wakeup_fd(written.fileno())
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _ignore)
        try:
            yield received
        finally:
            signal.set_wakeup_fd(before)


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """Does nothing. Without a handler in Python the one in C would not be called."""
