"""Schedules as jobs: each has its own, which runs it at its slots and when somebody asks for it."""

from collections.abc import Sequence
from functools import partial
from typing import Final

from sqlalchemy import select

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.job_queue.job import Job
from services.schedules.models import ReportSchedule, ScheduleState
from services.schedules.runner import run_schedule
from services.schedules.runs import JOB, job_name
from services.schedules.timing import rule_of
from services.settings import Settings

_DOES: Final = "Erstellt den Bericht und sendet ihn an die Empfänger."


def schedule_jobs(db: Database, settings: Settings, clock: Clock) -> Sequence[Job]:
    """All active schedules as jobs, by id."""
    active = (ReportSchedule.state == ScheduleState.ACTIVE.value) & ReportSchedule.removed_at.is_(None)
    with db.read() as session:
        rows = session.scalars(select(ReportSchedule).where(active).order_by(ReportSchedule.id)).all()
    return [_job(row, db, settings, clock) for row in rows]


def schedule_job(db: Database, settings: Settings, clock: Clock, name: str) -> Job | None:
    """The job with this name, also of a schedule that is paused or removed: runs of it may be open nevertheless."""
    if not name.startswith(JOB):
        return None
    with db.read() as session:
        row = session.get(ReportSchedule, int(name.removeprefix(JOB)))
    return _job(row, db, settings, clock) if row is not None else None


def _job(row: ReportSchedule, db: Database, settings: Settings, clock: Clock) -> Job:
    run, rule = partial(run_schedule, db, settings, clock, row.id), rule_of(row.timing, row.zone)
    return Job(job_name(row.id), row.name, _DOES, rule, run, takes_slot=True, since=row.due_since, is_report=True)
