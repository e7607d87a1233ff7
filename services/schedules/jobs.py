"""Exposes active schedules to the job registry: one job per schedule."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial

from sqlalchemy import select

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.schedules import AtTime
from services.schedules.models import ReportSchedule, ScheduleState
from services.schedules.runs.runner import ScheduleRunner
from services.schedules.timing import rule_of
from services.settings import Settings


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
    columns = (
        ReportSchedule.id,
        ReportSchedule.name,
        ReportSchedule.timing,
        ReportSchedule.zone,
        ReportSchedule.due_since,
    )
    with db.read() as session:
        rows = session.execute(select(*columns).where(active).order_by(ReportSchedule.id)).all()
    return [
        ScheduleJob(
            job_name(row.id),
            row.name,
            rule_of(row.timing, row.zone),
            partial(run_schedule, db, settings, clock, row.id),
            row.due_since,
        )
        for row in rows
    ]


def job_name(schedule_id: int) -> str:
    """`report-schedule:7`."""
    return f"report-schedule:{schedule_id}"


def run_schedule(db: Database, settings: Settings, clock: Clock, schedule_id: int, slot: datetime) -> str:
    """Run a slot and return its outcome in German. Once it is done, further calls do nothing.

    Raises RunFailed if it failed permanently, and database errors if the database is unavailable: then call it again
    for the same slot.
    """
    return ScheduleRunner(db, settings, clock).run_slot(schedule_id, slot)
