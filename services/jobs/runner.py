"""Runs jobs for one instance: claims slots, keeps leases alive and records results. Has no timetable.

Nothing here raises: failing jobs and an unavailable database are recorded and retried.
"""

import os
import secrets
import socket
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final, TypeVar

import structlog
from sqlalchemy import select
from sqlalchemy.exc import InterfaceError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.leases import shared_now, timed
from services.core.german import os_reason
from services.core.http.errors import DatabaseUnavailable, Problem
from services.core.job_queue import queue
from services.core.job_queue.job import Job
from services.core.job_queue.queue import NotYet, Outcome, Taken, Unchanged
from services.core.stopping import told_to_stop_by
from services.core.storage.storage import StorageFault
from services.core.telemetry.measures import JOB_RUNS, JOB_SECONDS
from services.core.telemetry.tracing import span
from services.jobs import claims
from services.jobs.claims import MOST_ATTEMPTS, UnderWay
from services.jobs.models import JobRun, KnownJob

log = structlog.get_logger()

Result = TypeVar("Result")
Stopping = threading.Event | None
AWAY: Final = (OperationalError, InterfaceError, PoolTimeout, DatabaseUnavailable, ConnectionError)
"""The database did not respond; a retry may succeed."""
_UNWRITTEN: Final = (SQLAlchemyError, DatabaseUnavailable)
_BACK_OFF: Final = timedelta(seconds=30)
_BEAT_SECONDS: Final = 15.0
_REPORT: Final = "report"
"""All scheduled reports are measured together: there may be any number of them."""
_TOLD_EVERY: Final = 30
"""Log only every n-th failure of continuous work, which fails every two seconds."""


@dataclass(slots=True)
class Troubles:
    """Failures of continuous work not yet written to the database."""

    count: int = 0
    in_a_row: int = 0
    """All failures since the last success."""
    error: str = ""
    is_over: bool = False
    """It has succeeded since, and the database knows."""


@dataclass(slots=True)
class _Memory:
    """Local state of this instance; the database rows are authoritative."""

    handled: dict[str, datetime] = field(default_factory=dict)
    """The latest slot of each job that needs no further action."""
    owed: set[str] = field(default_factory=set)
    """Jobs whose slot could not be claimed because the database was unavailable."""
    busy: set[str] = field(default_factory=set)
    held: dict[int, Taken] = field(default_factory=dict)
    unsaved: list[tuple[Taken, Outcome]] = field(default_factory=list)
    """Results of runs that could not be recorded yet."""
    is_away: bool = False
    """Whether the database was unavailable at the last write; logged once, and again when it is back."""
    paused: frozenset[str] = frozenset()
    done: set[str] = field(default_factory=set)
    """Continuous work done since it was last recorded."""
    troubles: dict[str, Troubles] = field(default_factory=dict)
    """Failures of continuous work; an entry without any since the start is about those of an earlier instance."""


class Runner:
    """Runs jobs for one instance. Every method is thread-safe. `stopping` ends it like `stop`."""

    def __init__(
        self,
        db: Database,
        clock: Clock,
        *,
        beat_seconds: float = _BEAT_SECONDS,
        stopping: Stopping = None,
        may_begin: Callable[[], bool] = lambda: True,
    ) -> None:
        self.owner = f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(4)}"
        self._db, self._clock, self._beat_seconds, self._may_begin = db, clock, beat_seconds, may_begin
        self._memory = _Memory()
        self._lock = threading.Lock()
        self._is_idle = threading.Condition(self._lock)
        self._is_stopping = stopping or threading.Event()
        self._heart: threading.Thread | None = None

    def attend(self, job: Job) -> bool:
        """Run the latest slot of a job unless another instance has it; it stays due while another run of the job is
        running. True: it was run here.
        """
        slot = job.rule.latest(self._clock())
        with self.alone(job.name) as is_mine:
            if not is_mine or self._memory.handled.get(job.name) == slot.at:
                return False
            is_owed = job.name in self._memory.owed
            try:
                taken = self._db.write(
                    timed(self._clock, lambda s, now: claims.take_slot(s, job, slot, self.owner, now, is_owed=is_owed))
                )
            except UnderWay:
                return False
            except _UNWRITTEN as error:
                if not is_owed:
                    log.warning("slot_not_taken", job=job.name, error=type(error).__name__)
                self._memory.owed.add(job.name)
                return False
            self._memory.handled[job.name] = slot.at
            self._memory.owed.discard(job.name)
            if taken is not None:
                self._run(job, taken)
            return taken is not None

    def is_due(self, job: Job) -> bool:
        """Whether its latest slot still needs this instance: it was postponed while another run was running, or could
        not be claimed.
        """
        return (
            job.name not in self._memory.busy
            and self._memory.handled.get(job.name) != job.rule.latest(self._clock()).at
        )

    def is_owed(self, name: str) -> bool:
        """Whether the job's slot could not be claimed because the database is unavailable."""
        return name in self._memory.owed

    def take(self, job: Job, run_id: int) -> bool:
        """Run a queued run, or one abandoned by another instance. True: it was run here."""
        with self.alone(f"run:{run_id}") as is_mine:
            if not is_mine or run_id in self._memory.held:
                return False
            taken = self._tried(lambda session, now: claims.take_free(session, run_id, self.owner, now))
            if taken is not None:
                self._run(job, taken)
            return taken is not None

    def do(self, job: Job) -> None:
        """Do continuous work once; it ignores slots."""
        if job.name in self._memory.paused:
            return
        with self.alone(job.name) as is_mine:
            try:
                if is_mine:
                    self._note(job.name, *self._result_of(job, self._clock()))
            except Unchanged:
                self._memory.done.add(job.name)

    def free_runs(self) -> list[tuple[int, str]]:
        """Runs that any instance may take, with their jobs; also refreshes which jobs are paused."""
        self._save_rest()

        def read() -> list[tuple[int, str]]:
            with self._db.read() as session:
                is_free = queue.is_free(shared_now(session, self._clock))
                waiting = session.execute(select(JobRun.id, JobRun.job).where(is_free).order_by(JobRun.id)).all()
                paused = session.scalars(select(KnownJob.name).where(KnownJob.paused_at.is_not(None)))
                self._memory.paused = frozenset(paused)
            return [(id_, job) for id_, job in waiting if id_ not in self._memory.held]

        try:
            return read()
        except _UNWRITTEN:
            return []

    def note_plan(self, jobs: Sequence[Job]) -> bool:
        """Record this instance's jobs and the state of its continuous work; False if the database is unavailable."""
        memory = self._memory
        done, memory.done = memory.done, set()
        failing = {name: trouble for name, trouble in memory.troubles.items() if trouble.count}
        seen = [job.name for job in jobs if job.name in done or not job.is_continuous]

        def unit(session: Session, now: datetime) -> bool:
            claims.note_plan(session, [job.name for job in jobs], seen, now)
            for name, trouble in failing.items():
                claims.note_failure(session, name, trouble.error, trouble.count, now)
            return True

        if not self._tried(unit):
            return False
        for trouble in failing.values():
            trouble.count = 0
        return True

    def start(self) -> None:
        """Start the heartbeat that keeps leases alive."""
        self._heart = threading.Thread(target=self._beat, name="job-heartbeat", daemon=True)
        self._heart.start()

    def stop(self, patience_seconds: float) -> bool:
        """Claim nothing more, wait for running jobs, and release the rest to other instances. False: something is still
        running; its result will be rejected.
        """
        self._is_stopping.set()
        with self._is_idle:
            is_idle = self._is_idle.wait_for(lambda: not self._memory.busy, patience_seconds)
            left = list(self._memory.held.values())
        self._save_rest()
        for taken in left:
            self._give_back(taken, timedelta(0), "Der Prozess wurde beendet.")
        if self._heart is not None:
            self._heart.join()
        return is_idle

    @contextmanager
    def alone(self, what: str) -> Iterator[bool]:
        """False if this instance already does it, may begin nothing or stops; `stop` waits for those that got True."""
        may_begin = self._may_begin()
        with self._lock:
            is_mine = may_begin and what not in self._memory.busy and not self._is_stopping.is_set()
            if is_mine:
                self._memory.busy.add(what)
        try:
            yield is_mine
        finally:
            if is_mine:
                with self._is_idle:
                    self._memory.busy.discard(what)
                    self._is_idle.notify_all()

    def _run(self, job: Job, taken: Taken) -> None:
        self._memory.held[taken.id] = taken
        try:
            outcome, is_worth_another = self._result_of(job, taken.slot)
            if is_worth_another and taken.attempts < MOST_ATTEMPTS:
                # If this fails, too, the lease expires and any instance runs it again.
                self._give_back(taken, _BACK_OFF * taken.attempts, outcome.error)
            else:
                self._save(taken, outcome)
        except NotYet as early:
            wait = early.wait
            self._tried(lambda session, now: queue.put_off(session, taken, now + wait))
        finally:
            self._memory.held.pop(taken.id, None)

    def _result_of(self, job: Job, slot: datetime) -> tuple[Outcome, bool]:
        """The outcome, and whether the database caused the failure, so that a retry may help."""
        name = _REPORT if job.is_report else job.name
        try:
            with span("job", job=name), JOB_SECONDS.labels(name).time(), told_to_stop_by(self._is_stopping):
                outcome = Outcome(result=job.at(slot))
        except (NotYet, Unchanged):
            raise
        except Exception as error:
            JOB_RUNS.labels(name, "failed").inc()
            if not job.is_continuous:
                log.error("job_failed", job=job.name, error=type(error).__name__)
            return Outcome(error=reason_of(error)), isinstance(error, AWAY)
        JOB_RUNS.labels(name, "done").inc()
        return outcome, False

    def _give_back(self, taken: Taken, delay: timedelta, reason: str | None) -> None:
        self._tried(lambda session, now: queue.give_back(session, taken, now + delay, reason))

    def _save(self, taken: Taken, outcome: Outcome) -> None:
        is_ours = self._tried(lambda session, now: claims.finish(session, taken, outcome, now))
        if is_ours is None:
            self._memory.unsaved.append((taken, outcome))
        elif not is_ours:
            log.warning("lease_lost", job=taken.job, run=taken.id)

    def _save_rest(self) -> None:
        waiting, self._memory.unsaved = self._memory.unsaved, []
        for taken, outcome in waiting:
            self._save(taken, outcome)

    def _note(self, name: str, outcome: Outcome, is_database_away: bool) -> None:
        """Record the outcome of continuous work: failures are written with the next plan, recovery at once."""
        trouble = self._memory.troubles.setdefault(name, Troubles())
        if outcome.error is not None:
            if trouble.in_a_row % _TOLD_EVERY == 0:
                log.error("job_failed", job=name, reason=outcome.error)
            trouble.in_a_row += 1
            if not is_database_away:  # an outage of the database is over as soon as writes succeed
                trouble.count, trouble.error, trouble.is_over = trouble.count + 1, outcome.error, False
            return
        trouble.in_a_row = 0
        self._memory.done.add(name)
        if not trouble.is_over:
            trouble.count = 0
            trouble.is_over = self._tried(lambda session, now: claims.note_recovery(session, name, now)) or False

    def _beat(self) -> None:
        is_ending = False
        while not is_ending:
            is_ending = self._is_stopping.wait(self._beat_seconds)
            if self._memory.held:
                self._tried(lambda session, now: queue.renew(session, list(self._memory.held), self.owner, now))

    def _tried(self, unit: Callable[[Session, datetime], Result]) -> Result | None:
        """The result of a write at the shared moment, or None if the database is unavailable."""
        try:
            result = self._db.write(timed(self._clock, unit))
        except _UNWRITTEN as error:
            if not self._memory.is_away:
                log.warning("jobs_database_away", error=type(error).__name__)
            self._memory.is_away = True
            return None
        if self._memory.is_away:
            log.warning("jobs_database_back")
        self._memory.is_away = False
        return result


def reason_of(error: Exception) -> str:
    """The German reason. Never the message of an unexpected exception: it may contain personal data."""
    if isinstance(error, AWAY):
        return "Die Datenbank war nicht erreichbar."
    if isinstance(error, Problem):
        return error.detail
    if isinstance(error, StorageFault):
        return error.german
    if isinstance(error, OSError) and error.strerror:
        return f"Das Betriebssystem lehnt ab: {os_reason(error)}."
    return f"Unerwarteter Fehler: {type(error).__name__}"
