"""Consecutive failures: notifies owner and admins of the first and the last; after five the schedule is paused."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.clock import BERLIN
from services.core.contact_details import deliverable_address
from services.core.german import numeric_day
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.outbox import Order
from services.mail.report_failures import ReportFailed, ReportFailedTopic
from services.reports.models import ReportRun
from services.schedules.models import ReportSchedule, ScheduleState
from services.schedules.pack.reports import titles_in_words
from services.schedules.recipients.narrowing import narrowing_words
from services.schedules.schedules import SYSTEM
from services.schedules.timing import clock_words
from services.staff.audit import Event
from services.staff.models import Account, AccountState, Role

MOST_FAILURES: Final = 5
_PAUSED: Final = "Fünfmal in Folge fehlgeschlagen, zuletzt: "
_NO_OWNER: Final = "Der Besitzer hat kein aktives Konto mehr oder darf diesen Bericht nicht sehen."


def count_failure(session: Session, run: ReportRun, error: str, now: datetime, *, is_told: bool = False) -> list[Event]:
    """Count one more failure of the run's schedule. Audit events come last in the transaction because all writers share
    the log's end. A part is not counted, but told each time. `is_told`: owner and admins hear of this one,
    whichever of a row it is.
    """
    schedule = session.get(ReportSchedule, run.schedule_id, with_for_update=True, populate_existing=True)
    if schedule is None or schedule.removed_at is not None:
        return []
    if run.part_of is not None:
        # The other recipients have theirs: a pause would take it from them.
        _tell(session, schedule, run, "part", f"{narrowing_words(run.narrowed_to)}. {error}", now)
        session.flush()
        return []
    schedule.failures += 1
    is_last = schedule.failures >= MOST_FAILURES and schedule.state == ScheduleState.ACTIVE.value
    if is_last:
        _tell(session, schedule, run, "last", error, now)
    elif schedule.failures == 1 or is_told:
        _tell(session, schedule, run, "first", error, now)
    events = _paused(session, schedule, f"{_PAUSED}{error}"[:300], now) if is_last else []
    session.flush()
    return events


def pause_without_owner(session: Session, schedule: ReportSchedule, run: ReportRun, now: datetime) -> list[Event]:
    """Pause a schedule whose owner may no longer own it, and notify the admins."""
    _tell(session, schedule, run, "owner", _NO_OWNER, now)
    return _paused(session, schedule, _NO_OWNER, now)


def _paused(session: Session, schedule: ReportSchedule, reason: str, now: datetime) -> list[Event]:
    schedule.state = ScheduleState.PAUSED.value
    schedule.paused_at, schedule.paused_by, schedule.paused_reason = now, SYSTEM, reason
    schedule.version += 1
    session.flush()
    details = {"report": schedule.report, "failures": schedule.failures}
    return [Event(SYSTEM, "report_schedule.paused", f"report_schedule:{schedule.id}", details)]


def _tell(
    session: Session, schedule: ReportSchedule, run: ReportRun, topic: ReportFailedTopic, error: str, now: datetime
) -> None:
    due = (run.due_at or run.scheduled_for or now).astimezone(BERLIN)
    orders = []
    for account in _whom(session, schedule):
        mail = ReportFailed(
            name=account.name,
            schedule=schedule.name,
            report=titles_in_words(schedule),
            topic=topic,
            due=f"{numeric_day(due.date())}, {clock_words(due.time())}",
            error=error,
            failures=schedule.failures,
            path=f"/admin/reports/schedules/{schedule.id}",
        )
        orders.append(
            Order(
                kind=mail.kind,
                recipient=deliverable_address(account.email, account.email_normalized),
                subject_ref=f"report_run:{run.id}",
                dedupe_key=f"report-failed:{run.id}:{account.id}",
                values=to_values(mail),
            )
        )
    outbox.order(session, orders, now)


def _whom(session: Session, schedule: ReportSchedule) -> Sequence[Account]:
    """The owner and all active admins."""
    concerned = (Account.id == schedule.owner_id) | (Account.role == Role.ADMIN.value)
    query = select(Account).where(Account.state == AccountState.ACTIVE.value, concerned).order_by(Account.id)
    return session.scalars(query).all()
