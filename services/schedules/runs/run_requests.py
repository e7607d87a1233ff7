"""Runs requested by staff: the call only adds a waiting row and returns; a job runs it.

So a report that takes a minute holds no connection open, and continues if the browser closes or the process ends.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.reports.models import UNSETTLED, ReportRun, RunState
from services.schedules import schedules as store
from services.schedules.errors import OthersSchedule, RunFailed, SchedulePaused, UnknownSchedule
from services.schedules.models import ReportSchedule, ScheduleState
from services.schedules.runs.claim import new_run
from services.schedules.runs.runner import ScheduleRunner
from services.schedules.schedules import SYSTEM
from services.settings import Settings
from services.staff.call import Staff

_AT_ONCE: Final = 3
"""The number of report threads (`reports/pool/worker_pool.py`)."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A manual request. A test goes only to the person who requested it."""

    staff: Staff
    is_test: bool


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
    return _under_way(session, schedule_id, asked) or _waiting(session, schedule, asked, now)


def _under_way(session: Session, schedule_id: int, asked: Asked) -> ReportRun | None:
    """An unfinished requested run: for tests the caller's own, otherwise anyone's, since recipients are the same."""
    is_same = ReportRun.is_test.is_(asked.is_test) & (ReportRun.created_by != SYSTEM)
    if asked.is_test:
        is_same &= ReportRun.created_by == asked.staff.actor
    is_going = (ReportRun.schedule_id == schedule_id) & (ReportRun.state == RunState.RUNNING.value)
    return session.scalar(select(ReportRun).where(UNSETTLED, is_going, is_same).limit(1))


def _waiting(session: Session, schedule: ReportSchedule, asked: Asked, now: datetime) -> ReportRun:
    """A run that no worker holds yet."""
    run = new_run(schedule, _free_moment(session, schedule.id, now), now)
    run.created_by, run.is_test = asked.staff.actor, asked.is_test
    run.attempts, run.leased_until = 0, now
    session.add(run)
    session.flush()
    return run


def _free_moment(session: Session, schedule_id: int, now: datetime) -> datetime:
    """`now`, or shortly after it: two requests at the same moment get two runs."""
    taken = set(
        session.scalars(
            select(ReportRun.scheduled_for).where(ReportRun.schedule_id == schedule_id, ReportRun.scheduled_for >= now)
        )
    )
    while now in taken:
        now += timedelta(microseconds=1)
    return now


def run_waiting(db: Database, settings: Settings, clock: Clock) -> int:
    """Run everything that no worker holds: requested runs, and runs whose worker died. Returns how many.

    Safe to run in several processes: each run is claimed under its lock. Raises database errors if the database is
    unavailable; that run is then free again.
    """
    waiting = _free_runs(db, clock())
    if not waiting:
        return 0
    desk = ScheduleRunner(db, settings, clock)
    with ThreadPoolExecutor(_AT_ONCE, "asked-report") as threads:
        return sum(threads.map(_carrying(desk), waiting))


def _free_runs(db: Database, now: datetime) -> list[int]:
    is_free = (ReportRun.state == RunState.RUNNING.value) & (ReportRun.leased_until <= now)
    with db.read() as session:
        return list(session.scalars(select(ReportRun.id).where(UNSETTLED, is_free).order_by(ReportRun.id)))


def _carrying(desk: ScheduleRunner) -> Callable[[int], int]:
    def carry_out(run_id: int) -> int:
        with suppress(RunFailed):  # its row records the failure
            desk.resume_run(run_id)
        return 1

    return carry_out
