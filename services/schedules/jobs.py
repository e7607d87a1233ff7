"""Exposes schedules to the job registry: one job per schedule."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from sqlalchemy import select

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.schedules import AtTime
from services.schedules.models import ReportSchedule, ScheduleState
from services.schedules.runner import ScheduleRunner
from services.schedules.timing import rule_of
from services.settings import Settings

JOB: Final = "report-schedule:"


@dataclass(frozen=True, slots=True)
class ScheduleJob:
    """A schedule as a job: due by its rule, run once per slot."""

    name: str
    title: str
    rule: AtTime
    run: Callable[[datetime], str]
    since: datetime
    """Earlier slots are not caught up: the schedule did not exist, was different or was paused."""


def schedule_jobs(db: Database, settings: Settings, clock: Clock) -> Sequence[ScheduleJob]:
    """All active schedules, by id."""
    active = (ReportSchedule.state == ScheduleState.ACTIVE.value) & ReportSchedule.removed_at.is_(None)
    with db.read() as session:
        rows = session.scalars(select(ReportSchedule).where(active).order_by(ReportSchedule.id)).all()
    return [_job(row, db, settings, clock) for row in rows]


def schedule_job(db: Database, settings: Settings, clock: Clock, name: str) -> ScheduleJob | None:
    """The job with this name, also of a schedule that is paused or removed: runs of it may be open nevertheless."""
    if not name.startswith(JOB):
        return None
    with db.read() as session:
        row = session.get(ReportSchedule, schedule_of(name))
    return _job(row, db, settings, clock) if row is not None else None


def _job(row: ReportSchedule, db: Database, settings: Settings, clock: Clock) -> ScheduleJob:
    run = partial(run_schedule, db, settings, clock, row.id)
    return ScheduleJob(job_name(row.id), row.name, rule_of(row.timing, row.zone), run, row.due_since)


def job_name(schedule_id: int) -> str:
    """`report-schedule:7`."""
    return f"{JOB}{schedule_id}"


def schedule_of(name: str) -> int:
    """The id of the schedule that has this job."""
    return int(name.removeprefix(JOB))


def run_schedule(db: Database, settings: Settings, clock: Clock, schedule_id: int, slot: datetime) -> str:
    """Run a slot or a request and return its outcome in German. Once it is done, further calls do nothing.

    Raises RunFailed if it failed permanently, NotYet while it waits for data, and database errors if the database is
    unavailable: then call it again for the same slot.
    """
    return ScheduleRunner(db, settings, clock).run_slot(schedule_id, slot)
