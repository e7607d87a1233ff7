"""Sources of jobs that change at run time, such as scheduled reports. Each is polled every few seconds."""

from collections.abc import Callable, Sequence

from services.core.clock import Clock
from services.core.db.db import Database
from services.jobs.alerting import alert_job
from services.core.job_queue.job import Job
from services.jobs.registry import all_jobs
from services.schedules.runner import ScheduleJob, schedule_job, schedule_jobs
from services.settings import Settings

Source = Callable[[], Sequence[Job]]


def report_job(due: ScheduleJob) -> Job:
    """A scheduled report as a job."""
    does = "Erstellt den Bericht und sendet ihn an die Empfänger."
    return Job(due.name, due.title, does, due.rule, due.run, takes_slot=True, since=due.since, is_report=True)


def all_sources(settings: Settings, db: Database, clock: Clock) -> tuple[Source, ...]:
    """Every source of this installation. A module adds one entry here."""
    return (lambda: [report_job(due) for due in schedule_jobs(db, settings, clock)],)


def unlisted_job(settings: Settings, db: Database, clock: Clock, name: str) -> Job | None:
    """A job that no source lists, but of which a run may be open: a paused or removed schedule's."""
    due = schedule_job(db, settings, clock, name)
    return report_job(due) if due is not None else None


def standing_jobs(settings: Settings, db: Database, clock: Clock) -> tuple[Job, ...]:
    """The permanent jobs, including the one that checks all others."""
    alerts = alert_job(settings, db, clock, lambda: planned_jobs(settings, db, clock))
    return (*all_jobs(settings, db, clock), alerts)


def planned_jobs(settings: Settings, db: Database, clock: Clock) -> list[Job]:
    """Every current job, those of the sources last."""
    changing = [job for source in all_sources(settings, db, clock) for job in source()]
    return [*standing_jobs(settings, db, clock), *changing]
