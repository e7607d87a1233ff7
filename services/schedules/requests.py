"""Runs requested by staff: the call only adds rows and returns, and the job of the schedule carries the run out.

So a report that takes a minute holds no connection open, and continues if the browser closes or the process ends.
"""

import os
import secrets
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.leases import shared_now, timed
from services.core.job_queue import queue
from services.core.job_queue.models import JobRun
from services.core.job_queue.queue import Outcome
from services.reports.models import ReportRun, RunState
from services.schedules import schedules as store
from services.schedules.errors import (
    NotFailed,
    OthersSchedule,
    RunFailed,
    SchedulePaused,
    UnknownDelivery,
    UnknownSchedule,
)
from services.schedules.files import find_run
from services.schedules.jobs import JOB, job_name, run_schedule, schedule_of
from services.schedules.models import ReportDelivery, ReportSchedule, ScheduleState
from services.schedules.runs import new_run, run_of
from services.settings import Settings
from services.staff import audit
from services.staff.call import Staff


@dataclass(frozen=True, slots=True)
class Asked:
    """A manual request. A test goes only to the person who requested it."""

    staff: Staff
    is_test: bool

    @property
    def payload(self) -> dict[str, str]:
        """Each person has a test of their own; the recipients of the schedule are the same for everyone who asks."""
        return {"test_for": self.staff.actor} if self.is_test else {"send_to": "recipients"}


def ask(session: Session, schedule_id: int, asked: Asked, now: datetime) -> ReportRun:
    """Have a schedule run as soon as a process is free. If a requested run is still waiting or running, that one is
    returned. Raises UnknownSchedule, OthersSchedule, SchedulePaused.
    """
    store.find(session, schedule_id, asked.staff.role)
    # Locked, so that concurrent requests see each other.
    schedule = session.get(ReportSchedule, schedule_id, with_for_update=True, populate_existing=True)
    if schedule is None or schedule.removed_at is not None:
        raise UnknownSchedule
    if not asked.is_test:
        if not store.may_change(schedule, asked.staff):
            raise OthersSchedule
        if schedule.state == ScheduleState.PAUSED.value:
            raise SchedulePaused
    return _under_way(session, schedule_id, asked) or _enqueued(session, schedule, asked, now)


def _under_way(session: Session, schedule_id: int, asked: Asked) -> ReportRun | None:
    waiting = queue.waiting(session, job_name(schedule_id), asked.payload)
    run = run_of(session, schedule_id, waiting.scheduled_for) if waiting else None
    return run if run is not None and run.state == RunState.RUNNING else None


def _enqueued(session: Session, schedule: ReportSchedule, asked: Asked, now: datetime) -> ReportRun:
    """A row in the queue, and the run that its job will begin: both name the same slot."""
    job_run = queue.enqueue(session, job_name(schedule.id), asked.staff.actor, now, asked.payload)
    run = new_run(schedule, job_run.scheduled_for, now)
    run.created_by, run.is_test = asked.staff.actor, asked.is_test
    session.add(run)
    session.flush()
    return run


def repeat(session: Session, run_id: int, staff: Staff, now: datetime) -> ReportRun:
    """Have a failed run computed again, with the period of its slot; nothing was sent of it. Raises UnknownDelivery,
    OthersSchedule, SchedulePaused, NotFailed.
    """
    found = find_run(session, run_id, staff.role)
    if found.is_test:
        raise UnknownDelivery
    schedule = store.locked(session, found.schedule_id or 0, staff)
    if schedule.state == ScheduleState.PAUSED.value:
        raise SchedulePaused
    run = session.get_one(ReportRun, run_id, with_for_update=True, populate_existing=True)
    if run.state != RunState.FAILED or run.removed_at is not None:
        raise NotFailed
    job_run = queue.enqueue(session, job_name(schedule.id), staff.actor, now, {"repeat": str(run.id)})
    session.execute(delete(ReportDelivery).where(ReportDelivery.run_id == run.id))
    run.due_at = run.due_at or run.scheduled_for
    run.scheduled_for, run.started_at = job_run.scheduled_for, now
    run.state, run.attempts = RunState.RUNNING.value, 0
    run.error = run.note = run.finished_at = run.settled_at = None
    session.flush()
    details = {"report": run.report, "schedule": schedule.id}
    audit.append(session, [audit.Event(staff.actor, "report_run.repeated", f"report_run:{run.id}", details)], now)
    return run


def run_waiting(db: Database, settings: Settings, clock: Clock) -> int:
    """Run the requested reports that wait, one after the other, in a process without jobs such as the demonstration's.
    Returns how many. Other processes may do the same: each run is claimed first.
    """
    owner = f"{os.getpid()}-{secrets.token_hex(8)}"
    with db.read() as session:
        is_report = JobRun.job.startswith(JOB, autoescape=True) & JobRun.payload.is_not(None)
        is_free = queue.is_free(shared_now(session, clock))
        ids = session.scalars(select(JobRun.id).where(is_free, is_report).order_by(JobRun.id)).all()
    return sum([_run(db, settings, clock, run_id, owner) for run_id in ids])


def _run(db: Database, settings: Settings, clock: Clock, run_id: int, owner: str) -> bool:
    taken = db.write(timed(clock, lambda session, now: queue.take(session, run_id, owner, now)))
    if taken is None:
        return False
    try:
        outcome = Outcome(result=run_schedule(db, settings, clock, schedule_of(taken.job), taken.slot))
    except RunFailed as failed:
        outcome = Outcome(error=failed.detail)
    return db.write(timed(clock, lambda session, now: queue.finish(session, taken, outcome, now)))
