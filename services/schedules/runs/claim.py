"""The row of a scheduled run while it is computed: begin, take over, fail. Each function is a unit of work.

Which process may compute is decided in the queue (`core/job_queue`). The row has no lease; it counts attempts, so that
a process which lost its lease cannot write its result.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.german import numeric_day
from services.reports.models import ReportRun, RunState, RunTrigger
from services.schedules.models import ReportSchedule, ScheduleState
from services.schedules.pack.reports import names_of
from services.schedules.recipients.eligibility import is_entitled, nobody_words, note_deliveries, of_run
from services.schedules.recipients.narrowing import Filters
from services.schedules.runs.failures import count_failure, pause_without_owner
from services.schedules.runs.parts import concerned, is_whole, narrowings_of
from services.schedules.runs.run_events import FailedBecause
from services.schedules.schedules import SYSTEM
from services.schedules.timing import clock_words
from services.staff import audit
from services.staff.models import Account

LATE: Final = timedelta(minutes=10)
"""Delay from which a run is noted as late."""
_DONE: Final = "Schon erledigt."
_REMOVED: Final = "Der Zeitplan wurde gelöscht."
_PAUSED: Final = "Der Zeitplan wurde angehalten, während der Bericht auf Daten wartete."
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
    provisional: str = ""
    """Which data of the schedule's gate are missing, in German; empty: none are, or it waits for none."""
    narrowings: tuple[Filters | None, ...] = (None,)
    """What is computed: the run itself first, then the parts that do not exist yet."""
    asked_at: datetime | None = None
    """When it was asked for, where that is later than the slot whose period it has."""


@dataclass(frozen=True, slots=True)
class Ended:
    """A run that failed before anything was computed, with the German reason."""

    words: str


Beginning = ClaimedRun | Ended | str
"""A string is the reason why there is nothing to do."""


def begin(session: Session, schedule_id: int, slot: datetime, now: datetime) -> Beginning:
    """Begin the run of a slot or of a request, or take over a run whose worker died."""
    schedule = session.get(ReportSchedule, schedule_id, with_for_update=True, populate_existing=True)
    run = run_of(session, schedule_id, slot)
    if _is_done(session, schedule_id, slot, run):
        return _DONE
    if schedule is None or schedule.removed_at is not None:
        if run is None:
            return _REMOVED
        end(session, run, _REMOVED, now)
        return Ended(_REMOVED)
    if run is None:
        if (refusal := _why_not(schedule, slot)) is not None:
            return refusal
        run = new_run(schedule, slot, now)
        run.note = _late(schedule, slot, now)
        session.add(run)
    elif run.waits_until is not None and schedule.state == ScheduleState.PAUSED.value:
        end(session, run, _PAUSED, now)
        return Ended(_PAUSED)
    else:
        run.started_at = now
    run.attempts += 1
    session.flush()
    return _held(session, schedule, run, now)


def _is_done(session: Session, schedule_id: int, slot: datetime, run: ReportRun | None) -> bool:
    """Whether the run of this slot has ended. A run that is repeated has the moment of the request as its slot: a
    worker that takes the old one over must not begin a second run, whose parts would be sent twice.
    """
    if run is not None:
        return run.state != RunState.RUNNING
    was_it = (ReportRun.schedule_id == schedule_id) & (ReportRun.due_at == slot) & ReportRun.part_of.is_(None)
    return session.scalar(select(ReportRun.id).where(was_it).limit(1)) is not None


def _why_not(schedule: ReportSchedule, slot: datetime) -> str | None:
    if schedule.state == ScheduleState.PAUSED.value:
        return "Der Zeitplan ist angehalten."
    return "Fällig vor der letzten Änderung des Zeitplans." if slot < schedule.due_since else None


def new_run(schedule: ReportSchedule, slot: datetime, now: datetime) -> ReportRun:
    """A new row for a slot or a request, not begun and not yet in the session."""
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
        attempts=0,
    )


def run_of(session: Session, schedule_id: int, slot: datetime) -> ReportRun | None:
    """The locked run of a slot, or of the request with this moment."""
    is_it = (ReportRun.schedule_id == schedule_id) & (ReportRun.scheduled_for == slot)
    return session.scalar(select(ReportRun).where(is_it).with_for_update())


def fail(
    session: Session, run: ReportRun, error: str, why: FailedBecause, now: datetime, *, is_quiet: bool = False
) -> None:
    """Mark a locked run as failed permanently, and count the failure for its schedule unless the same failure is
    counted for another part of the run (`is_quiet`).
    """
    end(session, run, error, now)
    is_told = why is FailedBecause.DIFFERS
    events = [] if run.is_test or is_quiet else count_failure(session, run, error, now, is_told=is_told)
    details = {"report": run.report, "schedule": run.schedule_id, "why": why.value, "is_test": run.is_test}
    audit.append(session, [audit.Event(SYSTEM, "report_run.failed", f"report_run:{run.id}", details), *events], now)


def end(session: Session, run: ReportRun, error: str, now: datetime) -> None:
    """Mark a run as failed and settled."""
    run.state, run.error = RunState.FAILED.value, error[:300]
    run.finished_at = run.settled_at = now
    session.flush()


def held(session: Session, claimed: ClaimedRun) -> ReportRun | None:
    """The locked row of a run if this attempt still holds it, else None."""
    run = session.get(ReportRun, claimed.run_id, with_for_update=True, populate_existing=True)
    is_ours = run is not None and run.state == RunState.RUNNING and run.attempts == claimed.attempt
    return run if is_ours else None


def _held(session: Session, schedule: ReportSchedule, run: ReportRun, now: datetime) -> Beginning:
    owner = session.get(Account, schedule.owner_id)
    if not run.is_test and not is_entitled(owner, names_of(schedule)):
        end(session, run, _NO_OWNER, now)
        events = pause_without_owner(session, schedule, run, now)
        details = {"report": run.report, "schedule": schedule.id, "why": FailedBecause.OWNER.value, "is_test": False}
        audit.append(session, [audit.Event(SYSTEM, "report_run.failed", f"report_run:{run.id}", details), *events], now)
        return Ended(_NO_OWNER)
    whom = of_run(session, run, schedule, now)
    theirs = concerned(session, run, whom)
    # A run that is repeated beside its parts is for programs, too, and may have no recipient.
    is_needed = run.part_of is not None or is_whole(session, run) or run.is_test
    if is_needed and all(one.left_out for one in theirs):
        note_deliveries(session, run, theirs)
        fail(session, run, nobody_words(theirs), FailedBecause.RECIPIENTS, now)
        return Ended(run.error or "")
    name, email = (owner.name, owner.email) if owner else ("", "")
    return ClaimedRun(
        run.id,
        run.attempts,
        schedule,
        run.due_at or run.scheduled_for or now,
        run.is_test,
        run.created_by,
        owner=name,
        owner_email=email,
        note=run.note or "",
        narrowings=narrowings_of(session, run, whom),
        asked_at=run.scheduled_for if run.due_at else None,
    )


def _late(schedule: ReportSchedule, slot: datetime, now: datetime) -> str | None:
    if now - slot < LATE:
        return None
    zone = ZoneInfo(schedule.zone)
    due, made = slot.astimezone(zone), now.astimezone(zone)
    on = f"am {numeric_day(due.date())} " if due.date() != made.date() else ""
    return (
        f"Nachgeholt: Fällig war er {on}um {clock_words(due.time())}, berechnet wurde er um {clock_words(made.time())}."
    )
