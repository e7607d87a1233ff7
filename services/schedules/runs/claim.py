"""Claims and leases of scheduled runs: begin, take over, fail. Each function is a unit of work."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.german import numeric_day
from services.reports.models import ReportRun, RunState, RunTrigger
from services.schedules.models import ReportSchedule, ScheduleState
from services.schedules.recipients.eligibility import is_entitled, nobody_words, note_deliveries, of_run
from services.schedules.runs.failures import count_failure, pause_without_owner
from services.schedules.runs.run_events import FailedBecause
from services.schedules.schedules import SYSTEM
from services.schedules.timing import clock_words
from services.staff import audit
from services.staff.models import Account

LEASE: Final = timedelta(minutes=10)
"""Lease time: after it another worker may take the run over, unless a job does so earlier."""
MOST_ATTEMPTS: Final = 3
LATE: Final = timedelta(minutes=10)
"""Delay from which a run is noted as late."""
_NO_OWNER: Final = (
    "Der Bericht wurde nicht berechnet: Sein Besitzer hat kein aktives Konto mehr oder darf ihn nicht sehen."
)


@dataclass(frozen=True, slots=True)
class ClaimedRun:
    """A run held by this worker. Results of an older attempt are rejected."""

    run_id: int
    attempt: int
    schedule: ReportSchedule
    slot: datetime
    is_test: bool
    actor: str
    owner: str
    owner_email: str
    note: str


@dataclass(frozen=True, slots=True)
class Ended:
    """A run that failed before anything was computed, with the German reason."""

    run_id: int
    words: str


Beginning = ClaimedRun | Ended | str
"""A string is the reason why there is nothing to do."""


def begin(session: Session, schedule_id: int, slot: datetime, now: datetime) -> Beginning:
    """Begin the run of a slot, or take over a run whose worker died."""
    schedule = session.get(ReportSchedule, schedule_id, with_for_update=True, populate_existing=True)
    if schedule is None or schedule.removed_at is not None:
        return "Der Zeitplan wurde gelöscht."
    run = _run_of(session, schedule_id, slot)
    if run is not None:
        return _taken_over(session, schedule, run, now) if run.state == RunState.RUNNING else "Schon erledigt."
    if schedule.state == ScheduleState.PAUSED.value:
        return "Der Zeitplan ist angehalten."
    if slot < schedule.due_since:
        return "Fällig vor der letzten Änderung des Zeitplans."
    run = new_run(schedule, slot, now)
    run.note = _late(schedule, slot, now)
    session.add(run)
    session.flush()
    return _held(session, schedule, run, now)


def new_run(schedule: ReportSchedule, slot: datetime, now: datetime) -> ReportRun:
    """A new running row for a slot, not yet in the session."""
    return ReportRun(
        report=schedule.report,
        parameters={},
        trigger=RunTrigger.SCHEDULED.value,
        state=RunState.RUNNING.value,
        label=schedule.name,
        created_by=SYSTEM,
        created_at=now,
        started_at=now,
        schedule_id=schedule.id,
        scheduled_for=slot,
        is_test=False,
        attempts=1,
        leased_until=now + LEASE,
    )


def take_over(session: Session, run_id: int, now: datetime) -> Beginning:
    """Begin a requested run, or take over one whose lease has expired. After three attempts it fails."""
    run = session.get(ReportRun, run_id, with_for_update=True, populate_existing=True)
    is_abandoned = run is not None and run.leased_until is not None and run.leased_until <= now
    if run is None or run.state != RunState.RUNNING or not is_abandoned:
        return "Schon erledigt."
    schedule = session.get(ReportSchedule, run.schedule_id, with_for_update=True, populate_existing=True)
    if schedule is None or schedule.removed_at is not None:
        end(session, run, "Der Zeitplan wurde gelöscht.", now)
        return Ended(run.id, run.error or "")
    if run.attempts >= MOST_ATTEMPTS:
        fail(session, run, f"Der Lauf wurde {run.attempts} Mal unterbrochen.", FailedBecause.INTERRUPTED, now)
        return Ended(run.id, run.error or "")
    return _taken_over(session, schedule, run, now)


def fail(session: Session, run: ReportRun, error: str, why: FailedBecause, now: datetime) -> None:
    """Mark a locked run as failed permanently, and count the failure for its schedule."""
    end(session, run, error, now)
    events = [] if run.is_test else count_failure(session, run, error, now)
    details = {"report": run.report, "schedule": run.schedule_id, "why": why.value, "is_test": run.is_test}
    audit.append(session, [audit.Event(SYSTEM, "report_run.failed", f"report_run:{run.id}", details), *events], now)


def end(session: Session, run: ReportRun, error: str, now: datetime) -> None:
    """Mark a run as failed and settled."""
    run.state, run.error = RunState.FAILED.value, error[:300]
    run.finished_at = run.settled_at = now
    run.leased_until = None
    session.flush()


def held(session: Session, claimed: ClaimedRun) -> ReportRun | None:
    """The locked row of a run if this attempt still holds it, else None."""
    run = session.get(ReportRun, claimed.run_id, with_for_update=True, populate_existing=True)
    is_ours = run is not None and run.state == RunState.RUNNING and run.attempts == claimed.attempt
    return run if is_ours else None


def _run_of(session: Session, schedule_id: int, slot: datetime) -> ReportRun | None:
    is_it = (ReportRun.schedule_id == schedule_id) & (ReportRun.scheduled_for == slot)
    return session.scalar(select(ReportRun).where(is_it).with_for_update())


def _taken_over(session: Session, schedule: ReportSchedule, run: ReportRun, now: datetime) -> Beginning:
    run.attempts += 1
    run.started_at, run.leased_until = now, now + LEASE
    session.flush()
    return _held(session, schedule, run, now)


def _held(session: Session, schedule: ReportSchedule, run: ReportRun, now: datetime) -> Beginning:
    owner = session.get(Account, schedule.owner_id)
    if not run.is_test and not is_entitled(owner, schedule.report):
        end(session, run, _NO_OWNER, now)
        events = pause_without_owner(session, schedule, run, now)
        details = {"report": run.report, "schedule": schedule.id, "why": FailedBecause.OWNER.value, "is_test": False}
        audit.append(session, [audit.Event(SYSTEM, "report_run.failed", f"report_run:{run.id}", details), *events], now)
        return Ended(run.id, _NO_OWNER)
    whom = of_run(session, run, schedule, now)
    if all(one.left_out for one in whom):
        note_deliveries(session, run, whom)
        fail(session, run, nobody_words(whom), FailedBecause.RECIPIENTS, now)
        return Ended(run.id, run.error or "")
    values: dict[str, Any] = {
        "owner": owner.name if owner else "",
        "owner_email": owner.email if owner else "",
        "note": run.note or "",
    }
    slot = run.scheduled_for or now
    return ClaimedRun(run.id, run.attempts, schedule, slot, run.is_test, run.created_by, **values)


def _late(schedule: ReportSchedule, slot: datetime, now: datetime) -> str | None:
    if now - slot < LATE:
        return None
    zone = ZoneInfo(schedule.zone)
    due, made = slot.astimezone(zone), now.astimezone(zone)
    on = f"am {numeric_day(due.date())} " if due.date() != made.date() else ""
    return (
        f"Nachgeholt: Fällig war er {on}um {clock_words(due.time())}, berechnet wurde er um {clock_words(made.time())}."
    )
