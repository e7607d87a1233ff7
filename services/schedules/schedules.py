"""Use cases of schedules: list, add, change, pause, resume, remove. Each is a unit of work with its audit entry."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from analytics.parameters import BadParameter
from services.core.db.edits import assign, differing
from services.core.http.errors import ValidationProblem
from services.parks.models import Park
from services.reports.kept.keep import may_see
from services.reports.parameters import refusal
from services.schedules.errors import MOST_SCHEDULES, NoRecipient, OthersSchedule, TooManySchedules, UnknownSchedule
from services.schedules.models import ReportSchedule, ScheduleState
from services.schedules.recipients import confirm, is_entitled, put_recipients, rows_of
from services.staff import audit
from services.staff.call import Staff
from services.staff.errors import Stale
from services.staff.models import Account, AccountState, Role

SYSTEM: Final = "system"
_LIVE = ReportSchedule.removed_at.is_(None)


def schedules(session: Session, role: Role) -> Sequence[ReportSchedule]:
    """Live schedules whose report this role may see, by name."""
    rows = session.scalars(select(ReportSchedule).where(_LIVE).order_by(ReportSchedule.name, ReportSchedule.id))
    return [row for row in rows if may_see(row.report, role)]


def find(session: Session, schedule_id: int, role: Role) -> ReportSchedule:
    """The live schedule; raises UnknownSchedule also if the role may not see its report."""
    row = session.get(ReportSchedule, schedule_id)
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
    entered = put_recipients(session, row.id, values["recipients"], staff.actor, now)
    tell(session, row, "created", staff.actor, now, **entered.told)
    return row


def edit(
    session: Session, schedule_id: int, version: int, values: Mapping[str, Any], staff: Staff, now: datetime
) -> ReportSchedule:
    """Save changed values. Raises UnknownSchedule, OthersSchedule, Stale, ValidationProblem."""
    row = locked(session, schedule_id, staff)
    if row.version != version:
        raise Stale("diesen Zeitplan", row.version)
    _require_park(session, values["parameters"])
    changes = differing(row, columns_of(values))
    assign(row, changes)
    entered = put_recipients(session, row.id, values["recipients"], staff.actor, now)
    fields = sorted([*changes, "recipients"] if entered.is_changed else changes)
    if not fields:
        return row
    if {"timing", "zone"} & changes.keys():
        # Otherwise a slot the new rule would have had yesterday would be caught up.
        row.due_since = now
    row.version += 1
    row.changed_at = now
    session.flush()
    tell(session, row, "changed", staff.actor, now, fields=fields, **entered.told)
    return row


def remove(session: Session, schedule_id: int, staff: Staff, now: datetime) -> None:
    """Remove it from the list; files already delivered stay. Raises UnknownSchedule, OthersSchedule."""
    row = locked(session, schedule_id, staff)
    row.removed_at = now
    session.flush()
    tell(session, row, "removed", staff.actor, now)


def confirm_recipient(
    session: Session, schedule_id: int, recipient_id: int, staff: Staff, now: datetime
) -> ReportSchedule:
    """Confirm an external address for another year. Raises UnknownSchedule, OthersSchedule, UnknownRecipient."""
    row = locked(session, schedule_id, staff)
    confirm(session, schedule_id, recipient_id, staff.actor, now)
    tell(session, row, "recipient_confirmed", staff.actor, now, recipient=recipient_id)
    return row


def pause(session: Session, schedule_id: int, reason: str, staff: Staff, now: datetime) -> ReportSchedule:
    """No slots until it is resumed. No effect if already paused."""
    row = locked(session, schedule_id, staff)
    if row.state == ScheduleState.ACTIVE.value:
        set_paused(session, row, reason, staff.actor, now)
    return row


def resume(session: Session, schedule_id: int, staff: Staff, now: datetime) -> ReportSchedule:
    """Due again from its next slot, with failures reset. If its owner is gone, the caller becomes the owner.
    Raises NoRecipient.
    """
    row = locked(session, schedule_id, staff)
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
        tell(session, row, "resumed", staff.actor, now, **details)
    return row


def set_paused(session: Session, row: ReportSchedule, reason: str, actor: str, now: datetime) -> None:
    """Pause a locked schedule; also used by `system` automatically."""
    row.state = ScheduleState.PAUSED.value
    row.paused_at, row.paused_by, row.paused_reason = now, actor, reason
    row.version += 1
    session.flush()
    tell(session, row, "paused", actor, now)


def locked(session: Session, schedule_id: int, staff: Staff) -> ReportSchedule:
    """The live schedule, locked for a change. Raises UnknownSchedule, OthersSchedule."""
    row = session.get(ReportSchedule, schedule_id, with_for_update=True, populate_existing=True)
    if row is None or row.removed_at is not None or not may_see(row.report, staff.role):
        raise UnknownSchedule
    if not may_change(row, staff):
        raise OthersSchedule
    return row


def tell(session: Session, row: ReportSchedule, what: str, actor: str, now: datetime, **details: Any) -> None:
    """Write it into the audit log. Name, reason and addresses are left out because entries cannot be erased."""
    told = {"report": row.report, **details}
    audit.append(session, [audit.Event(actor, f"report_schedule.{what}", f"report_schedule:{row.id}", told)], now)


def _require_park(session: Session, parameters: Mapping[str, Any]) -> None:
    """Raise ValidationProblem where the report is asked for a park that does not exist."""
    park = parameters.get("park")
    if park is not None and session.get(Park, park) is None:
        raise ValidationProblem([refusal(BadParameter("park", "unknown_park"))])
