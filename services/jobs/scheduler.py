"""Timetable of one instance: when jobs run. The only importer of apscheduler.

Each instance has the whole timetable in memory and fires at every slot; the rows decide who runs it (`claims.py`). A
poll every two seconds finds what the timetable cannot know: requested runs, runs abandoned by a dead instance, slots
missed while the machine slept or the database was unavailable, and schedules added or removed.

The timetable goes by the machine's clock. When that is set, every job gets a new time: otherwise, after a step back,
none would run for as long as the clock went back. A thread that waits by the monotonic clock, which nobody sets,
notices.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any, Final

import structlog
from apscheduler.executors.pool import BasePoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.base import BaseTrigger

from services.core.clock import BERLIN, Clock, utc_now
from services.core.db.db import Database
from services.core.identity import ProcessIdentity
from services.core.job_queue.job import Job
from services.core.schedules import Every, Rule
from services.core.stored_settings import Follower
from services.jobs.registry import Source, all_jobs, all_sources, unlisted_job
from services.jobs.runner import Runner
from services.settings import Settings

log = structlog.get_logger()

_LOOK_SECONDS: Final = 2
_ASK_SECONDS: Final = 5
_SAY_SECONDS: Final = 30
_AT_ONCE: Final = 4
"""Threads for slotted runs of one instance; continuous work has its own threads and never waits for them."""
_REPORTS_AT_ONCE: Final = 3
"""Threads for reports that were requested or left, as many as compute (`reports/pool`): no long job delays them."""
_PATIENCE_SECONDS: Final = 2.5
"""Time to wait after open requests have ended; the jobs were asked to stop before that."""
_THREADS: Final = "job"
_CLOCK_SECONDS: Final = 1.0
_CLOCK_MAY_DIFFER: Final = 5.0
"""Seconds. NTP slews smaller differences, and then no job is late by more."""
_LOOK: Final = " look"
"""The poll's own id in the timetable; no job's name begins so."""


class SlotTrigger(BaseTrigger):  # type: ignore[misc]
    """Fires at the slots of a rule. After sleep, only for the latest slot that passed."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime:
        """The slot after the previous one, or the one due now."""
        due = self._rule.latest(now).at
        if previous_fire_time is None or due <= previous_fire_time:
            return next(self._rule.after(now if previous_fire_time is None else max(now, previous_fire_time))).at
        return due


class _Threads(BasePoolExecutor):  # type: ignore[misc]
    """An executor on threads that the timetable also uses directly."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        super().__init__(pool)


class Timetable:
    """The jobs of one instance and when they fire."""

    def __init__(
        self,
        runner: Runner,
        jobs: tuple[Job, ...],
        sources: tuple[Source, ...],
        unlisted: Callable[[str], Job | None] = lambda _name: None,
        *,
        look_seconds: float = _LOOK_SECONDS,
        ask_seconds: float = _ASK_SECONDS,
    ) -> None:
        self._runner, self._fixed, self._sources, self._unlisted = runner, jobs, sources, unlisted
        self._look_seconds, self._ask_seconds = look_seconds, ask_seconds
        self._jobs: dict[str, Job] = {}
        self._changing: dict[Source, tuple[Job, ...]] = {}
        self._silent: set[Source] = set()
        self._waiting: set[tuple[object, ...]] = set()
        self._asked_at = self._said_at = -1e9
        self._is_over = threading.Event()
        self._was_clock_set = threading.Event()
        continuous = sum(job.is_continuous for job in jobs)
        self._slots, self._reports = _threads(_AT_ONCE), _threads(_REPORTS_AT_ONCE)
        self._scheduler = BackgroundScheduler(
            timezone=BERLIN,
            executors={
                "slots": _Threads(self._slots),
                "continuous": _Threads(_threads(continuous + 1)),
            },
            # A slot that finds all threads busy runs late rather than not at all.
            job_defaults={"max_instances": 1, "coalesce": True, "misfire_grace_time": None},
        )

    def start(self) -> None:
        """Start at once, with everything due now."""
        # A job still running at its next turn is normal, and would be logged every two seconds.
        logging.getLogger("apscheduler").setLevel(logging.ERROR)
        self._runner.start()
        self._put_look()
        self._scheduler.start()
        threading.Thread(target=self._watch_clock, name="job-clock", daemon=True).start()

    def stop(self, patience_seconds: float = _PATIENCE_SECONDS) -> bool:
        """Claim nothing more and wait for running jobs. False: something did not finish and was released."""
        self._is_over.set()
        is_idle = self._runner.stop(patience_seconds)
        # Last, since a poll in progress may still remove jobs from it; the runner rejects anything fired meanwhile.
        self._scheduler.shutdown(wait=False)
        return is_idle

    def has(self, name: str) -> bool:
        return name in self._jobs

    def is_owed(self, name: str) -> bool:
        """Whether the job's slot could not be claimed because the database is unavailable."""
        return self._runner.is_owed(name)

    def _put_look(self) -> None:
        every = {"seconds": self._look_seconds, "next_run_time": datetime.now(UTC)}
        self._scheduler.add_job(self._look, "interval", id=_LOOK, executor="continuous", replace_existing=True, **every)

    def _watch_clock(self) -> None:
        before = time.time() - time.monotonic()
        while not self._is_over.wait(_CLOCK_SECONDS):
            difference = time.time() - time.monotonic()
            if abs(difference - before) > _CLOCK_MAY_DIFFER:
                log.warning("clock_set", seconds=round(difference - before))
                self._was_clock_set.set()
                self._put_look()
            before = difference

    def _look(self) -> None:
        with self._runner.alone("look") as is_mine:
            if is_mine:
                self._look_around()

    def _look_around(self) -> None:
        moment = time.monotonic()
        if self._was_clock_set.is_set():
            self._was_clock_set.clear()
            self._said_at = -1e9  # recorded again with the corrected clock
            for known in self._jobs.values():
                self._put(known)
        if moment - self._asked_at >= self._ask_seconds:
            self._asked_at = moment
            self._ask_sources()
        if moment - self._said_at >= _SAY_SECONDS and self._runner.note_plan(list(self._jobs.values())):
            self._said_at = moment
        for run_id, name in self._runner.free_runs():
            if job := self._jobs.get(name) or self._unlisted_job(name):
                self._at_once(self._reports if job.is_report else self._slots, self._runner.take, job, run_id)
        for job in self._jobs.values():
            if not job.is_continuous and self._runner.is_due(job):
                self._at_once(self._slots, self._runner.attend, job)

    def _unlisted_job(self, name: str) -> Job | None:
        try:
            return self._unlisted(name)
        except Exception as error:  # the run stays open, and the next poll finds it again
            log.warning("jobs_not_listed", error=type(error).__name__)
            return None

    def _at_once(self, threads: ThreadPoolExecutor, work: Callable[..., object], *arguments: Any) -> None:
        """Run it as soon as a thread is free; only once, even if requested several times meanwhile.

        Bypasses the scheduler: its thread removes jobs without a next time, and a shutdown at that moment kills it.
        """
        key = (work.__name__, *(part.name if isinstance(part, Job) else part for part in arguments))
        if key in self._waiting:
            return
        self._waiting.add(key)

        def run() -> None:
            self._waiting.discard(key)
            try:
                work(*arguments)
            except Exception as error:  # no caller reads the result, so an error would go unnoticed
                log.error("job_not_attended", work=key[0], error=type(error).__name__)

        threads.submit(run)

    def _ask_sources(self) -> None:
        """Add new jobs and remove vanished ones. A failing source keeps the jobs it had."""
        for source in self._sources:
            try:
                self._changing[source] = tuple(source())
                self._silent.discard(source)
            except Exception as error:
                if source not in self._silent:
                    log.warning("jobs_not_listed", error=type(error).__name__)
                self._silent.add(source)
        changing = [job for jobs in self._changing.values() for job in jobs]
        wanted = {job.name: job for job in (*self._fixed, *changing)}
        added = [job for name, job in wanted.items() if name not in self._jobs]
        changed = [job for name, job in wanted.items() if name in self._jobs and self._jobs[name].rule != job.rule]
        for name in self._jobs.keys() - wanted.keys():
            self._scheduler.remove_job(name)
        self._jobs = wanted
        if added:
            self._said_at = -1e9  # registered in the database before their first slot is claimed
        for job in (*added, *changed):
            self._put(job)

    def _put(self, job: Job) -> None:
        if job.is_continuous:
            assert isinstance(job.rule, Every)
            # Once the poll that adds it has registered it in the database.
            first = datetime.now(UTC) + timedelta(seconds=0.5)
            options = {"trigger": "interval", "seconds": job.rule.seconds, "next_run_time": first}
            self._add(self._do, job, executor="continuous", **options)
            return
        self._add(self._attend, job, executor="slots", trigger=SlotTrigger(job.rule))

    def _add(self, work: Callable[[str], None], job: Job, **options: Any) -> None:
        self._scheduler.add_job(work, args=[job.name], id=job.name, replace_existing=True, **options)

    def _attend(self, name: str) -> None:
        if job := self._jobs.get(name):
            self._runner.attend(job)

    def _do(self, name: str) -> None:
        if job := self._jobs.get(name):
            self._runner.do(job)


def _threads(count: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(count, thread_name_prefix=_THREADS)


@contextmanager
def running_jobs(settings: Settings, db: Database, clock: Clock, stopping: threading.Event) -> Iterator[None]:
    """Jobs run during the block, unless the settings leave them to other processes."""
    if settings.scheduler == "off":
        yield
        return
    with working(settings, db, clock, stopping):
        yield


@contextmanager
def working(settings: Settings, db: Database, clock: Clock, stopping: threading.Event) -> Iterator[None]:
    """Jobs run during the block; leaving it waits for running ones, and releases those that take too long.

    Once `stopping` is set no job starts, and long ones end at their next step.
    """
    # The schedule uses real time even if a test freezes the product's clock.
    identity, stored = ProcessIdentity(settings, db), Follower(settings, db)

    def may_begin() -> bool:
        stored.follow()
        return identity.holds()

    runner = Runner(db, utc_now, stopping=stopping, may_begin=may_begin)
    unlisted = partial(unlisted_job, settings, db, clock)
    timetable = Timetable(runner, all_jobs(settings, db, clock), all_sources(settings, db, clock), unlisted)
    timetable.start()
    try:
        yield
    finally:
        timetable.stop()


def is_stuck() -> bool:
    """Whether a released job is still running in this process, which then cannot exit by itself."""
    threads = [thread for thread in threading.enumerate() if thread.name.startswith(f"{_THREADS}_")]
    for thread in threads:
        thread.join(timeout=0.2)
    return any(thread.is_alive() for thread in threads)
