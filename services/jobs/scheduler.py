"""When jobs run: the timetable of one instance. The only importer of apscheduler.

Each instance has the whole timetable in memory and comes to every slot; the rows decide who runs it (`claims.py`). A
look every two seconds finds what the timetable cannot know: runs that were asked for, those that a dead instance left,
slots that a sleeping machine or a database that was away let pass, and schedules that came or went.
"""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from typing import Any, Final

import structlog
from apscheduler.executors.pool import BasePoolExecutor
from apscheduler.schedulers.background import BackgroundScheduler
from apscheduler.triggers.base import BaseTrigger

from services.core.clock import BERLIN, Clock, utc_now
from services.core.db.db import Database
from services.core.schedules import Every, Rule
from services.jobs.job import Job
from services.jobs.runner import Runner
from services.jobs.sources import Source, all_sources, standing_jobs
from services.settings import Settings

log = structlog.get_logger()

_LOOK_SECONDS: Final = 2
_ASK_SECONDS: Final = 5
_SAY_SECONDS: Final = 30
_AT_ONCE: Final = 4
"""Slotted runs of one instance; continuous work has threads of its own and never waits for them."""
_PATIENCE_SECONDS: Final = 2.5
"""After the requests under way have ended; the jobs were told before that."""
_THREADS: Final = "job"


class SlotTrigger(BaseTrigger):  # type: ignore[misc]
    """Fires at the slots of a rule. After sleep, only at the latest of those that passed."""

    def __init__(self, rule: Rule) -> None:
        self._rule = rule

    def get_next_fire_time(self, previous_fire_time: datetime | None, now: datetime) -> datetime:
        """The next slot after the one before, or the one that is due by now."""
        due = self._rule.latest(now).at
        if previous_fire_time is None or due <= previous_fire_time:
            return next(self._rule.after(now if previous_fire_time is None else max(now, previous_fire_time))).at
        return due


class _Threads(BasePoolExecutor):  # type: ignore[misc]
    """Lends threads that the timetable also uses by itself."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        super().__init__(pool)


class Timetable:
    """The jobs of one instance and when it comes to them."""

    def __init__(
        self,
        runner: Runner,
        jobs: tuple[Job, ...],
        sources: tuple[Source, ...],
        *,
        look_seconds: float = _LOOK_SECONDS,
        ask_seconds: float = _ASK_SECONDS,
    ) -> None:
        self._runner, self._fixed, self._sources = runner, jobs, sources
        self._look_seconds, self._ask_seconds = look_seconds, ask_seconds
        self._jobs: dict[str, Job] = {}
        self._changing: dict[Source, tuple[Job, ...]] = {}
        self._silent: set[Source] = set()
        self._waiting: set[tuple[object, ...]] = set()
        self._asked_at = self._said_at = -1e9
        continuous = sum(job.is_continuous for job in jobs)
        self._slots = _threads(_AT_ONCE)
        self._scheduler = BackgroundScheduler(
            timezone=BERLIN,
            executors={
                "slots": _Threads(self._slots),
                "continuous": _Threads(_threads(continuous + 1)),
            },
            # A turn that finds all threads busy is taken late rather than not at all.
            job_defaults={"max_instances": 1, "coalesce": True, "misfire_grace_time": None},
        )

    def start(self) -> None:
        """Begin at once, with whatever is due by now."""
        # A job that still runs at its next turn is no news, and would be told every two seconds.
        logging.getLogger("apscheduler").setLevel(logging.ERROR)
        self._runner.start()
        self._scheduler.add_job(
            self._look, "interval", seconds=self._look_seconds, next_run_time=datetime.now(UTC), executor="continuous"
        )
        self._scheduler.start()

    def stop(self, patience_seconds: float = _PATIENCE_SECONDS) -> bool:
        """Take nothing more and wait for what is under way. False: something did not end, and was given back."""
        is_idle = self._runner.stop(patience_seconds)
        # Last, as a look that is under way still asks it to let jobs go; the runner refuses whatever it comes to.
        self._scheduler.shutdown(wait=False)
        return is_idle

    def has(self, name: str) -> bool:
        """Whether it comes to this job."""
        return name in self._jobs

    def is_owed(self, name: str) -> bool:
        """Whether the job's slot could not be taken because the database is away."""
        return self._runner.is_owed(name)

    def _look(self) -> None:
        with self._runner.alone("look") as is_mine:
            if is_mine:
                self._look_around()

    def _look_around(self) -> None:
        moment = time.monotonic()
        if moment - self._asked_at >= self._ask_seconds:
            self._asked_at = moment
            self._ask_sources()
        if moment - self._said_at >= _SAY_SECONDS and self._runner.note_plan(list(self._jobs.values())):
            self._said_at = moment
        for run_id, name in self._runner.free_runs():
            if job := self._jobs.get(name):
                self._at_once(self._runner.take, job, run_id)
        for job in self._jobs.values():
            if not job.is_continuous and self._runner.is_due(job):
                self._at_once(self._runner.attend, job)

    def _at_once(self, work: Callable[..., object], *arguments: Any) -> None:
        """As soon as a thread is free; once, however often that is wished meanwhile.

        Past the scheduler: what has no next time is removed by its thread, which a shutdown at that moment kills.
        """
        key = (work.__name__, *(part.name if isinstance(part, Job) else part for part in arguments))
        if key in self._waiting:
            return
        self._waiting.add(key)

        def run() -> None:
            self._waiting.discard(key)
            try:
                work(*arguments)
            except Exception as error:  # nobody asks for the result, so it would go by unseen
                log.error("job_not_attended", work=key[0], error=type(error).__name__)

        self._slots.submit(run)

    def _ask_sources(self) -> None:
        """Take up what came, let go of what went. A source that fails keeps what it had."""
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
            self._said_at = -1e9  # known to the database before their first slot is taken
        for job in (*added, *changed):
            self._put(job)

    def _put(self, job: Job) -> None:
        if job.is_continuous:
            assert isinstance(job.rule, Every)
            # Once the look that adds it has told the database of it.
            first = datetime.now(UTC) + timedelta(seconds=0.5)
            options = {"trigger": "interval", "seconds": job.rule.seconds, "next_run_time": first}
            self._scheduler.add_job(self._do, args=[job.name], id=job.name, executor="continuous", **options)
            return
        self._scheduler.add_job(
            self._attend, SlotTrigger(job.rule), args=[job.name], id=job.name, executor="slots", replace_existing=True
        )

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
    """Jobs run while the block does, unless the settings leave them to other processes."""
    if settings.scheduler == "off":
        yield
        return
    with working(settings, db, clock, stopping):
        yield


@contextmanager
def working(settings: Settings, db: Database, clock: Clock, stopping: threading.Event) -> Iterator[None]:
    """Jobs run while the block does; leaving it waits for the ones under way, and gives back those that take long.

    Once `stopping` is set none begins, and long ones end at their next piece.
    """
    # The schedule is real time even where a test holds the product's clock.
    runner = Runner(db, utc_now, stopping=stopping)
    timetable = Timetable(runner, standing_jobs(settings, db, clock), all_sources(settings, db, clock))
    timetable.start()
    try:
        yield
    finally:
        timetable.stop()


def is_stuck() -> bool:
    """Whether a job that was given back still runs in this process, which then cannot end by itself."""
    threads = [thread for thread in threading.enumerate() if thread.name.startswith(f"{_THREADS}_")]
    for thread in threads:
        thread.join(timeout=0.2)
    return any(thread.is_alive() for thread in threads)
