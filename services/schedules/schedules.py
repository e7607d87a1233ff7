"""What staff do with schedules: list, add, change, pause, resume, remove, have one run now or once more. Each is a unit
of work with its audit entry.

A run that is asked for is a row, and the job of the schedule carries it out: so a report that takes a minute holds no
connection open, and goes on if the browser closes or the process ends.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from analytics.parameters import BadParameter
from services.core.db.edits import assign, differing
from services.core.http.errors import ValidationProblem
from services.core.job_queue import queue
from services.parks.models import Park
from services.reports.kept.keep import may_see
from services.reports.models import ReportRun, RunState
from services.reports.parameters import refusal
from services.schedules.errors import (
    MOST_SCHEDULES,
    NoRecipient,
    NotFailed,
    OthersSchedule,
    SchedulePaused,
    TooManySchedules,
    UnknownDelivery,
    UnknownRecipient,
    UnknownSchedule,
)
from services.schedules.files import find_run
from services.schedules.models import ReportDelivery, ReportRecipient, ReportSchedule, ScheduleState
from services.schedules.recipients import is_entitled, put_recipients, rows_of
from services.schedules.runner import new_run, run_of
from services.schedules.runs import job_name, set_paused
from services.staff import audit
from services.staff.call import Staff
from services.staff.errors import Stale
from services.staff.models import Account, AccountState, Role

_LIVE = ReportSchedule.removed_at.is_(None)


def schedules(session: Session, role: Role) -> Sequence[ReportSchedule]:
    """Live schedules whose report this role may see, by name."""
    rows = session.scalars(select(ReportSchedule).where(_LIVE).order_by(ReportSchedule.name, ReportSchedule.id))
    return [row for row in rows if may_see(row.report, role)]


def find(session: Session, schedule_id: int, role: Role, *, locks: bool = False) -> ReportSchedule:
    """The live schedule; raises UnknownSchedule also if the role may not see its report."""
    row = session.get(ReportSchedule, schedule_id, with_for_update=locks or None, populate_existing=locks)
    if row is None or row.removed_at is not None or not may_see(row.report, role):
        raise UnknownSchedule
    return row


def may_change(schedule: ReportSchedule, staff: Staff) -> bool:
    """Whether the person may change, pause or remove it."""
    return staff.role is Role.ADMIN or schedule.owner_id == staff.id


def colleagues(session: Session, report: str | None) -> Sequence[Account]:
    """Active accounts that may see this report, by name; without one, every active account."""
    active = select(Account).where(Account.state == AccountState.ACTIVE.value)
    found = session.scalars(active.order_by(Account.name, Account.id))
    return [one for one in found if report is None or is_entitled(one, report)]


def columns_of(values: Mapping[str, Any]) -> dict[str, Any]:
    """The columns entered by staff, without the recipients, which are rows of their own."""
    return {name: value for name, value in values.items() if name != "recipients"}


def add(session: Session, values: Mapping[str, Any], staff: Staff, now: datetime) -> ReportSchedule:
    """Add a schedule owned by the caller. Raises TooManySchedules, ValidationProblem."""
    if (session.scalar(select(func.count()).select_from(ReportSchedule).where(_LIVE)) or 0) >= MOST_SCHEDULES:
        raise TooManySchedules
    _require_park(session, values["parameters"])
    row = ReportSchedule(
        **columns_of(values),
        owner_id=staff.id,
        state=ScheduleState.ACTIVE.value,
        due_since=now,
        failures=0,
        version=1,
        created_by=staff.actor,
        created_at=now,
        changed_at=now,
    )
    session.add(row)
    session.flush()
    _, details = put_recipients(session, row.id, values["recipients"], staff.actor, now)
    _tell(session, row, "created", staff.actor, now, **details)
    return row


def edit(
    session: Session, schedule_id: int, version: int, values: Mapping[str, Any], staff: Staff, now: datetime
) -> ReportSchedule:
    """Save changed values. Raises UnknownSchedule, OthersSchedule, Stale, ValidationProblem."""
    row = _locked(session, schedule_id, staff)
    if row.version != version:
        raise Stale("diesen Zeitplan", row.version)
    _require_park(session, values["parameters"])
    changes = differing(row, columns_of(values))
    assign(row, changes)
    is_changed, details = put_recipients(session, row.id, values["recipients"], staff.actor, now)
    fields = sorted([*changes, "recipients"] if is_changed else changes)
    if not fields:
        return row
    if {"timing", "zone"} & changes.keys():
        # Otherwise a slot the new rule would have had yesterday would be caught up.
        row.due_since = now
    row.version += 1
    row.changed_at = now
    session.flush()
    _tell(session, row, "changed", staff.actor, now, fields=fields, **details)
    return row


def remove(session: Session, schedule_id: int, staff: Staff, now: datetime) -> None:
    """Remove it from the list; files already delivered stay. Raises UnknownSchedule, OthersSchedule."""
    row = _locked(session, schedule_id, staff)
    row.removed_at = now
    session.flush()
    _tell(session, row, "removed", staff.actor, now)


def confirm_recipient(
    session: Session, schedule_id: int, recipient_id: int, staff: Staff, now: datetime
) -> ReportSchedule:
    """Confirm an external address for another year. Raises UnknownSchedule, OthersSchedule, UnknownRecipient."""
    row = _locked(session, schedule_id, staff)
    recipient = session.get(ReportRecipient, recipient_id, with_for_update=True, populate_existing=True)
    if recipient is None or recipient.schedule_id != schedule_id or recipient.address is None:
        raise UnknownRecipient
    recipient.confirmed_by, recipient.confirmed_at = staff.actor, now
    session.flush()
    _tell(session, row, "recipient_confirmed", staff.actor, now, recipient=recipient_id)
    return row


def pause(session: Session, schedule_id: int, reason: str, staff: Staff, now: datetime) -> ReportSchedule:
    """No slots until it is resumed. No effect if already paused."""
    row = _locked(session, schedule_id, staff)
    if row.state == ScheduleState.ACTIVE.value:
        set_paused(session, row, reason, staff.actor, now)
        _tell(session, row, "paused", staff.actor, now)
    return row


def resume(session: Session, schedule_id: int, staff: Staff, now: datetime) -> ReportSchedule:
    """Due again from its next slot, with failures reset. If its owner is gone, the caller becomes the owner.
    Raises NoRecipient.
    """
    row = _locked(session, schedule_id, staff)
    if row.state == ScheduleState.PAUSED.value:
        if not rows_of(session, [row.id]):
            raise NoRecipient
        details: dict[str, Any] = {}
        if not is_entitled(session.get(Account, row.owner_id), row.report):
            details = {"owner_before": row.owner_id, "owner": staff.id}
            row.owner_id = staff.id
        row.state = ScheduleState.ACTIVE.value
        row.paused_at = row.paused_by = row.paused_reason = None
        row.failures = 0
        row.due_since = now
        row.version += 1
        session.flush()
        _tell(session, row, "resumed", staff.actor, now, **details)
    return row


def _locked(session: Session, schedule_id: int, staff: Staff) -> ReportSchedule:
    """The live schedule, locked for a change. Raises UnknownSchedule, OthersSchedule."""
    row = find(session, schedule_id, staff.role, locks=True)
    if not may_change(row, staff):
        raise OthersSchedule
    return row


def _running(session: Session, schedule_id: int, staff: Staff) -> ReportSchedule:
    """The same, if it is not paused. Raises SchedulePaused, too."""
    row = _locked(session, schedule_id, staff)
    if row.state == ScheduleState.PAUSED.value:
        raise SchedulePaused
    return row


def _tell(session: Session, row: ReportSchedule, what: str, actor: str, now: datetime, **details: Any) -> None:
    """Record it in the audit log, without name, reason and addresses, since entries cannot be erased."""
    told = {"report": row.report, **details}
    audit.append(session, [audit.Event(actor, f"report_schedule.{what}", f"report_schedule:{row.id}", told)], now)


def _require_park(session: Session, parameters: Mapping[str, Any]) -> None:
    """Raise ValidationProblem where the report is asked for a park that does not exist."""
    park = parameters.get("park")
    if park is not None and session.get(Park, park) is None:
        raise ValidationProblem([refusal(BadParameter("park", "unknown_park"))])


def ask(session: Session, schedule_id: int, staff: Staff, now: datetime, *, is_test: bool) -> ReportRun:
    """Have a schedule run as soon as a process is free; a test goes only to the person who asks. If a run asked for is
    still waiting or running, that one is returned. Raises UnknownSchedule, OthersSchedule, SchedulePaused.
    """
    # Locked, so that concurrent requests see each other.
    role = staff.role
    schedule = find(session, schedule_id, role, locks=True) if is_test else _running(session, schedule_id, staff)
    # Each person has a separate test; the recipients of the schedule are the same for every request.
    payload = {"test_for": staff.actor} if is_test else {"send_to": "recipients"}
    waiting = queue.waiting(session, job_name(schedule_id), payload)
    run = run_of(session, schedule_id, waiting.scheduled_for) if waiting else None
    if run is not None and run.state == RunState.RUNNING:
        return run
    # A row in the queue, and the run that its job will begin: both name the same slot.
    job_run = queue.enqueue(session, job_name(schedule.id), staff.actor, now, payload)
    run = new_run(schedule, job_run.scheduled_for, now)
    run.created_by, run.is_test = staff.actor, is_test
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
    schedule = _running(session, found.schedule_id or 0, staff)
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
