"""The row of a scheduled run until its report is computed: begin, wait for data, take over, fail. Each function is a
unit of work.

Which process may compute is decided in the queue (`core/job_queue`). The row has no lease; it counts attempts, so that
a process which lost its lease cannot write its result.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo

from sqlalchemy import select
from sqlalchemy.orm import Session

from analytics.definitions import definitions
from services.core.clock import BERLIN
from services.core.contact_details import deliverable_address
from services.core.german import numeric_day
from services.core.job_queue.queue import NotYet
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.outbox import Order
from services.mail.report_failures import ReportFailed, ReportFailedTopic
from services.reports.freshness import Gap, waiting_words
from services.reports.models import ReportRun, RunState, RunTrigger
from services.reports.run import missing_data
from services.schedules.models import ReportSchedule, ScheduleState
from services.schedules.recipients import is_entitled, nobody_words, note_deliveries, of_run
from services.schedules.schedules import SYSTEM
from services.schedules.timing import clock_words, period_at
from services.schedules.views import title_of
from services.staff import audit
from services.staff.audit import Event
from services.staff.models import Account, AccountState, Role

LATE: Final = timedelta(minutes=10)
"""Delay from which a run is noted as late."""
LONGEST_WAIT: Final = timedelta(hours=3)
"""So long after its slot a report leaves without what is missing, and says so: later the morning is over."""
LOOK_EVERY: Final = timedelta(minutes=1)
MOST_FAILURES: Final = 5
RUN_FAILED: Final = "report_run.failed"
TOLD_RUNS: Final = ("report_run.generated", "report_run.delivered", RUN_FAILED)
"""Audit log actions about runs that webhooks report."""
_DAY: Final = timedelta(days=1)
_DONE: Final = "Schon erledigt."
_REMOVED: Final = "Der Zeitplan wurde gelöscht."
_PAUSED: Final = "Der Zeitplan wurde angehalten, während der Bericht auf Daten wartete."
_NO_OWNER: Final = (
    "Der Bericht wurde nicht berechnet: Sein Besitzer hat kein aktives Konto mehr oder darf ihn nicht sehen."
)
_OWNER_GONE: Final = "Der Besitzer hat kein aktives Konto mehr oder darf diesen Bericht nicht sehen."
_FIVE_TIMES: Final = "Fünfmal in Folge fehlgeschlagen, zuletzt: "
_CAME: Final = "Gewartet auf {what} bis {when}: Alles war da."
_UP: Final = "Gewartet auf {what} bis {when}: Das kam nicht."


class FailedBecause(StrEnum):
    """Why a scheduled run failed: `why` of its audit log entry."""

    COMPUTING = "computing"
    INTERRUPTED = "interrupted"
    OWNER = "owner"
    RECIPIENTS = "recipients"
    DELIVERY = "delivery"


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
        _end(session, run, _REMOVED, now)
        return Ended(_REMOVED)
    if run is None:
        if (refusal := _why_not(schedule, slot)) is not None:
            return refusal
        run = new_run(schedule, slot, now)
        run.note = _late(schedule, slot, now)
        session.add(run)
    elif run.waits_until is not None and schedule.state == ScheduleState.PAUSED.value:
        _end(session, run, _PAUSED, now)
        return Ended(_PAUSED)
    else:
        run.started_at = now
    run.attempts += 1
    session.flush()
    return _claimed(session, schedule, run, now)


def _is_done(session: Session, schedule_id: int, slot: datetime, run: ReportRun | None) -> bool:
    """Whether the run of this slot has ended. A run that is repeated has the moment of the request as its slot: a
    worker that takes the old one over must not begin a second run, which would be sent twice.
    """
    if run is not None:
        return run.state != RunState.RUNNING
    was_it = (ReportRun.schedule_id == schedule_id) & (ReportRun.due_at == slot)
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


def held(session: Session, claimed: ClaimedRun) -> ReportRun | None:
    """The locked row of a run if this attempt still holds it, else None."""
    run = session.get(ReportRun, claimed.run_id, with_for_update=True, populate_existing=True)
    is_ours = run is not None and run.state == RunState.RUNNING and run.attempts == claimed.attempt
    return run if is_ours else None


def _claimed(session: Session, schedule: ReportSchedule, run: ReportRun, now: datetime) -> Beginning:
    owner = session.get(Account, schedule.owner_id)
    if not run.is_test and not is_entitled(owner, schedule.report):
        _end(session, run, _NO_OWNER, now)
        _mail(session, schedule, run, "owner", _OWNER_GONE, now)
        events = _pause(session, schedule, _OWNER_GONE, now)
        audit.append(session, [_failed(run, FailedBecause.OWNER), *events], now)
        return Ended(_NO_OWNER)
    whom = of_run(session, run, schedule, now)
    if all(one.left_out for one in whom):
        note_deliveries(session, run, whom)
        fail(session, run, nobody_words(whom), FailedBecause.RECIPIENTS, now)
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


def admit(session: Session, claimed: ClaimedRun, now: datetime) -> ClaimedRun | NotYet | None:
    """The run to compute, or that it waits until the data of the day before are there, at most three hours. None:
    another worker has taken it over. Only slots wait: who asks for a run wants it now, and is told what it lacks.

    The wait is a fact of two rows: the run says what it waits for, and its row of the queue is free again a minute
    later. So it survives a restart, and whichever process looks next decides with the rows of that moment.
    """
    run = held(session, claimed)
    if run is None:
        return None
    until = claimed.slot + LONGEST_WAIT
    found = _missing(session, claimed.schedule, claimed.slot, now)
    if found and claimed.actor == SYSTEM and now < until:
        # It has not begun: neither this look nor the next ones are attempts to compute it.
        run.waits_until, run.waits_for, run.attempts = until, waiting_words(found)[:300], 0
        session.flush()
        return NotYet(min(LOOK_EVERY, until - now), f"Wartet auf {run.waits_for}.")
    if run.waits_until is not None:
        at = now.astimezone(ZoneInfo(claimed.schedule.zone))
        when = f"{numeric_day(at.date())}, {clock_words(at.time())}"
        add_note(run, (_UP if found else _CAME).format(what=run.waits_for, when=when))
        run.waits_until = run.waits_for = None
    session.flush()
    return replace(claimed, note=run.note or "")


def _missing(session: Session, schedule: ReportSchedule, slot: datetime, now: datetime) -> list[Gap]:
    """What the report reads and what does not reach the end of its period, or of the day before the slot: that day is
    the last that can be complete.
    """
    definition = definitions().get(schedule.report)
    if definition is None:
        return []
    last_day = slot.astimezone(BERLIN).date() - _DAY
    if schedule.period is not None:
        last_day = min(last_day, period_at(schedule.period, slot, ZoneInfo(schedule.zone))[1])
    return missing_data(session, definition, last_day, now)


def add_note(run: ReportRun, words: str | None) -> None:
    """Append to the note of a run."""
    run.note = " ".join(filter(None, (run.note, words)))[:300] or None


def fail(session: Session, run: ReportRun, error: str, why: FailedBecause, now: datetime) -> None:
    """Mark a locked run as failed permanently, and count the failure for its schedule."""
    _end(session, run, error, now)
    events = [] if run.is_test else count_failure(session, run, error, now)
    audit.append(session, [_failed(run, why), *events], now)


def _end(session: Session, run: ReportRun, error: str, now: datetime) -> None:
    """Mark a run as failed and settled."""
    run.state, run.error = RunState.FAILED.value, error[:300]
    run.finished_at = run.settled_at = now
    session.flush()


def _failed(run: ReportRun, why: FailedBecause) -> Event:
    details = {"report": run.report, "schedule": run.schedule_id, "why": why.value, "is_test": run.is_test}
    return Event(SYSTEM, RUN_FAILED, f"report_run:{run.id}", details)


def count_failure(session: Session, run: ReportRun, error: str, now: datetime) -> list[Event]:
    """Count one more failure of the run's schedule. Owner and admins hear of the first and the last; after five the
    schedule is paused. Audit events come last in the transaction because all writers share the log's end.
    """
    schedule = session.get(ReportSchedule, run.schedule_id, with_for_update=True, populate_existing=True)
    if schedule is None or schedule.removed_at is not None:
        return []
    schedule.failures += 1
    is_last = schedule.failures >= MOST_FAILURES and schedule.state == ScheduleState.ACTIVE.value
    if is_last:
        _mail(session, schedule, run, "last", error, now)
    elif schedule.failures == 1:
        _mail(session, schedule, run, "first", error, now)
    events = _pause(session, schedule, f"{_FIVE_TIMES}{error}"[:300], now) if is_last else []
    session.flush()
    return events


def _pause(session: Session, schedule: ReportSchedule, reason: str, now: datetime) -> list[Event]:
    schedule.state = ScheduleState.PAUSED.value
    schedule.paused_at, schedule.paused_by, schedule.paused_reason = now, SYSTEM, reason
    schedule.version += 1
    session.flush()
    details = {"report": schedule.report, "failures": schedule.failures}
    return [Event(SYSTEM, "report_schedule.paused", f"report_schedule:{schedule.id}", details)]


def _mail(
    session: Session, schedule: ReportSchedule, run: ReportRun, topic: ReportFailedTopic, error: str, now: datetime
) -> None:
    due = (run.due_at or run.scheduled_for or now).astimezone(BERLIN)
    orders = []
    for account in _owner_and_admins(session, schedule):
        mail = ReportFailed(
            name=account.name,
            schedule=schedule.name,
            report=title_of(schedule.report),
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


def _owner_and_admins(session: Session, schedule: ReportSchedule) -> Sequence[Account]:
    concerned = (Account.id == schedule.owner_id) | (Account.role == Role.ADMIN.value)
    query = select(Account).where(Account.state == AccountState.ACTIVE.value, concerned).order_by(Account.id)
    return session.scalars(query).all()


@dataclass(frozen=True, slots=True)
class RunSummary:
    """One run for webhooks; contains no free text. `schedule_id` is None if it was not scheduled."""

    id: int
    schedule_id: int | None
    report: str
    title: str
    rows: int | None
    sha256: str | None


def run_summaries(session: Session, ids: Iterable[int]) -> dict[int, RunSummary]:
    """These runs by id, without test runs."""
    wanted = set(ids)
    query = select(ReportRun).where(ReportRun.id.in_(wanted), ReportRun.is_test.is_(False))
    return {
        run.id: RunSummary(run.id, run.schedule_id, run.report, title_of(run.report), run.rows, run.sha256)
        for run in (session.scalars(query) if wanted else ())
    }
