"""Sources of jobs that change at run time, such as scheduled reports. Each is polled every few seconds."""

from collections.abc import Callable, Sequence

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.job_queue.job import Job
from services.jobs.alerting import alert_job
from services.jobs.registry import all_jobs
from services.schedules.runner import schedule_job, schedule_jobs
from services.settings import Settings

Source = Callable[[], Sequence[Job]]


def all_sources(settings: Settings, db: Database, clock: Clock) -> tuple[Source, ...]:
    """Every source of this installation. A module adds one entry here."""
    return (lambda: schedule_jobs(db, settings, clock),)


def unlisted_job(settings: Settings, db: Database, clock: Clock, name: str) -> Job | None:
    """A job that no source lists, but of which a run may be open: a paused or removed schedule's."""
    return schedule_job(db, settings, clock, name)


def standing_jobs(settings: Settings, db: Database, clock: Clock) -> tuple[Job, ...]:
    """The permanent jobs, including the one that checks all others."""
    alerts = alert_job(settings, db, clock, lambda: planned_jobs(settings, db, clock))
    return (*all_jobs(settings, db, clock), alerts)


def planned_jobs(settings: Settings, db: Database, clock: Clock) -> list[Job]:
    """Every current job, those of the sources last."""
    changing = [job for source in all_sources(settings, db, clock) for job in source()]
    return [*standing_jobs(settings, db, clock), *changing]
