"""Scheduled runs as rows: begin, wait for data, fail, finalize. Each function is a unit of work.

Which process may compute is decided in the queue (`core/job_queue`). The row has no lease; it counts attempts, so that
a process which lost its lease cannot write its result.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlalchemy import Select, String, cast, literal, select
from sqlalchemy.orm import Session

from analytics.definitions import definitions
from services.core.clock import BERLIN, Clock
from services.core.contact_details import deliverable_address
from services.core.db.db import Database
from services.core.german import numeric_day
from services.core.job_queue.models import OPEN, JobRun
from services.core.job_queue.queue import NotYet
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.models import Mail, MailState
from services.mail.outbox import Order
from services.mail.report_failures import ReportFailed, ReportFailedTopic
from services.reports.freshness import CARRYING
from services.reports.models import UNDELIVERED, UNSETTLED, ReportRun, RunState, RunTrigger
from services.reports.run import awaited
from services.schedules.models import ReportDelivery, ReportSchedule, ScheduleState
from services.schedules.recipients import is_entitled, nobody_words, note_deliveries, of_run
from services.schedules.timing import clock_words, period_at
from services.staff import audit
from services.staff.accounts.accounts import SYSTEM
from services.staff.audit import Event
from services.staff.call import Staff
from services.staff.models import Account, AccountState, Role

JOB: Final = "report-schedule:"
"""The job of a schedule, before its id."""
LATE: Final = timedelta(minutes=10)
"""Delay from which a run is noted as late."""
LONGEST_WAIT: Final = timedelta(hours=3)
"""After this delay a report is sent without the missing data, and names the gap: later, the morning is over."""
LOOK_EVERY: Final = timedelta(minutes=1)
MOST_FAILURES: Final = 5
SECOND_CHANCE: Final = timedelta(days=14)
"""Time in which a failed mail can be resent for the run still to count as delivered."""
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
_COUNTED: Final = "Die Besuche sind trotzdem alle gezählt."
_MAIL_WAITS: Final = frozenset({MailState.QUEUED.value, MailState.RETRYING.value})
_REFUSED: Final = "{failed} von {count} Empfängern nicht erreicht: {reason}"
_REFUSED_ALL: Final = "Niemand wurde erreicht: {reason}"
_NOBODY: Final = "Niemand bekam ihn: Bevor er hinausging, verlor jeder Empfänger sein Recht darauf."
_WITHDRAWN: Final = "Die E-Mail wurde zurückgezogen."
_INTERRUPTED: Final = "Der Lauf wurde {attempts} Mal unterbrochen."
_NEVER_BEGUN: Final = "Der Lauf wurde nicht begonnen."


class FailedBecause(StrEnum):
    """Why a scheduled run failed: `why` of its audit log entry."""

    COMPUTING = "computing"
    INTERRUPTED = "interrupted"
    OWNER = "owner"
    RECIPIENTS = "recipients"
    DELIVERY = "delivery"


@dataclass(frozen=True, slots=True)
class Claimed:
    """A run claimed by this worker, as of its start. Results of an older attempt are rejected."""

    run: ReportRun
    schedule: ReportSchedule
    owner: Account | Staff | None

    @property
    def slot(self) -> datetime:
        """The slot whose period it has."""
        return slot_of(self.run)


Beginning = Claimed | ReportRun | NotYet | str
"""A run that failed before anything was computed, or waits; a string is why there is nothing to do."""


def job_name(schedule_id: int) -> str:
    """`report-schedule:7`."""
    return f"{JOB}{schedule_id}"


def schedule_of(name: str) -> int:
    """The id of the schedule that has this job."""
    return int(name.removeprefix(JOB))


def title_of(report: str) -> str:
    """Its title; of a report that no longer exists, its name."""
    definition = definitions().get(report)
    return definition.title if definition else report


def slot_of(run: ReportRun) -> datetime:
    """Its slot; of a repeated run, the original one."""
    return run.due_at or run.scheduled_for or run.created_at


def begin(session: Session, schedule_id: int, slot: datetime, now: datetime) -> Beginning:
    """Begin the run of a slot or request, or take over one whose worker died."""
    schedule = session.get(ReportSchedule, schedule_id, with_for_update=True, populate_existing=True)
    run = run_of(session, schedule_id, slot)
    if _is_done(session, schedule_id, slot, run):
        return _DONE
    if schedule is None or schedule.removed_at is not None:
        return _REMOVED if run is None else _end(run, _REMOVED, now)
    is_paused = schedule.state == ScheduleState.PAUSED.value
    if run is None:
        if is_paused:
            return "Der Zeitplan ist angehalten."
        if slot < schedule.due_since:
            return "Fällig vor der letzten Änderung des Zeitplans."
        run = new_run(schedule, slot, now)
        run.note = _late(schedule, slot, now)
        session.add(run)
    elif run.waits_until is not None and is_paused:
        return _end(run, _PAUSED, now)
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


def held(session: Session, claimed: Claimed) -> ReportRun | None:
    """The locked row of a run if this attempt still holds it, else None."""
    run = _locked(session, claimed.run.id)
    is_ours = run is not None and run.state == RunState.RUNNING and run.attempts == claimed.run.attempts
    return run if is_ours else None


def _claimed(session: Session, schedule: ReportSchedule, run: ReportRun, now: datetime) -> Beginning:
    owner, whom = session.get(Account, schedule.owner_id), of_run(session, run, schedule, now)
    is_owned = run.is_test or is_entitled(owner, schedule.report)
    if is_owned and all(one.left_out for one in whom):
        note_deliveries(session, run, whom)
        return fail(session, run, nobody_words(whom), FailedBecause.RECIPIENTS, now)
    if is_owned:
        return _waiting(session, schedule, run, now) or Claimed(run, schedule, owner)
    _end(run, _NO_OWNER, now)
    _mail(session, schedule, run, "owner", _OWNER_GONE, now)
    events = [_failed(run, FailedBecause.OWNER), *_pause(session, schedule, _OWNER_GONE, now)]
    audit.append(session, events, now)
    return run


def _late(schedule: ReportSchedule, slot: datetime, now: datetime) -> str | None:
    if now - slot < LATE:
        return None
    zone = ZoneInfo(schedule.zone)
    due, made = slot.astimezone(zone), now.astimezone(zone)
    on = f"am {numeric_day(due.date())} " if due.date() != made.date() else ""
    return (
        f"Nachgeholt: Fällig war er {on}um {clock_words(due.time())}, berechnet wurde er um {clock_words(made.time())}."
    )


def _waiting(session: Session, schedule: ReportSchedule, run: ReportRun, now: datetime) -> NotYet | None:
    """Postpone a run until the data of the day before have arrived, by at most three hours. Only scheduled runs wait:
    one that was requested runs now, and names the gaps.

    The wait is stored in two rows: the run says what it waits for, and its row of the queue is free again a minute
    later. So it survives a restart, and any process can continue.
    """
    definition, slot = definitions().get(schedule.report), slot_of(run)
    if definition is None or run.created_by != SYSTEM:
        return None
    # The day before the slot is the last that can be complete.
    last_day = slot.astimezone(BERLIN).date() - _DAY
    if schedule.period is not None:
        last_day = min(last_day, period_at(schedule.period, slot, ZoneInfo(schedule.zone))[1])
    missing, until = awaited(session, definition, last_day, now), slot + LONGEST_WAIT
    if missing and now < until:
        # It has not begun: neither this look nor the next ones are attempts to compute it.
        run.waits_until, run.waits_for, run.attempts = until, missing[:300], 0
        return NotYet(min(LOOK_EVERY, until - now), f"Wartet auf {run.waits_for}.")
    if run.waits_until is not None:
        at = now.astimezone(ZoneInfo(schedule.zone))
        when = f"{numeric_day(at.date())}, {clock_words(at.time())}"
        add_note(run, (_UP if missing else _CAME).format(what=run.waits_for, when=when))
        add_note(run, _COUNTED if CARRYING in missing else None)
        run.waits_until = run.waits_for = None
    return None


def add_note(run: ReportRun, words: str | None) -> None:
    """Append to the note of a run."""
    run.note = " ".join(filter(None, (run.note, words)))[:300] or None


def fail(session: Session, run: ReportRun, error: str, why: FailedBecause, now: datetime) -> ReportRun:
    """Mark a locked run as failed permanently, and count the failure for its schedule."""
    _end(run, error, now)
    failed = _failed(run, why)
    events = [] if run.is_test else _count_failure(session, run, error, now)
    audit.append(session, [failed, *events], now)
    return run


def _end(run: ReportRun, error: str, now: datetime) -> ReportRun:
    """Mark a run as failed and settled."""
    run.state, run.error = RunState.FAILED.value, error[:300]
    run.finished_at = run.settled_at = now
    return run


def _failed(run: ReportRun, why: FailedBecause) -> Event:
    details = {"report": run.report, "schedule": run.schedule_id, "why": why.value, "is_test": run.is_test}
    return Event(SYSTEM, RUN_FAILED, f"report_run:{run.id}", details)


def _count_failure(session: Session, run: ReportRun, error: str, now: datetime) -> list[Event]:
    """Count one more failure of the run's schedule. Owner and admins hear of the first and the last; after five the
    schedule is paused. Audit events come last in the transaction because all writers share the log's end.
    """
    schedule = session.get(ReportSchedule, run.schedule_id, with_for_update=True, populate_existing=True)
    if schedule is None or schedule.removed_at is not None:
        return []
    schedule.failures += 1
    is_last = schedule.failures >= MOST_FAILURES and schedule.state == ScheduleState.ACTIVE.value
    if is_last or schedule.failures == 1:
        _mail(session, schedule, run, "last" if is_last else "first", error, now)
    return _pause(session, schedule, f"{_FIVE_TIMES}{error}"[:300], now) if is_last else []


def set_paused(session: Session, schedule: ReportSchedule, reason: str, actor: str, now: datetime) -> None:
    """Pause a locked schedule."""
    schedule.state = ScheduleState.PAUSED.value
    schedule.paused_at, schedule.paused_by, schedule.paused_reason = now, actor, reason
    schedule.version += 1
    session.flush()


def _pause(session: Session, schedule: ReportSchedule, reason: str, now: datetime) -> list[Event]:
    set_paused(session, schedule, reason, SYSTEM, now)
    details = {"report": schedule.report, "failures": schedule.failures}
    return [Event(SYSTEM, "report_schedule.paused", f"report_schedule:{schedule.id}", details)]


def _mail(
    session: Session, schedule: ReportSchedule, run: ReportRun, topic: ReportFailedTopic, error: str, now: datetime
) -> None:
    due = slot_of(run).astimezone(BERLIN)
    concerned = (Account.id == schedule.owner_id) | (Account.role == Role.ADMIN.value)
    told = select(Account).where(Account.state == AccountState.ACTIVE.value, concerned).order_by(Account.id)
    orders = []
    for account in session.scalars(told):
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


def finalize(db: Database, clock: Clock) -> int:
    """Finish every run whose mails are all final, and every run that no process will compute; returns how many. Safe
    to run in several processes: each step locks the run and rechecks it.
    """
    now = clock()
    with db.read() as session:
        given_up = session.scalars(_given_up().order_by(ReportRun.id)).all()
        sent = [run_id for query in _sent(now) for run_id in session.scalars(query.order_by(ReportRun.id))]
    steps = [(_interrupt, run_id) for run_id in given_up] + [(_finalize, run_id) for run_id in sent]
    return sum([db.write(partial(step, run_id=run_id, now=now)) for step, run_id in steps])


def _sent(now: datetime) -> tuple[Select[int], Select[int]]:
    """Runs whose mails are all final, and those that did not reach everyone until failed mails were sent again."""
    mail = select(Mail.id).join(ReportDelivery, ReportDelivery.mail_key == Mail.dedupe_key)
    mail = mail.where(ReportDelivery.run_id == ReportRun.id, ReportDelivery.left_out.is_(None))
    waits, missed = mail.where(Mail.state.in_(_MAIL_WAITS)).exists(), mail.where(Mail.state != MailState.SENT).exists()
    run = select(ReportRun.id)
    is_young = ReportRun.settled_at > now - SECOND_CHANCE
    return (
        run.where(UNSETTLED, ReportRun.state != RunState.RUNNING.value, ~waits),
        run.where(UNDELIVERED, is_young, mail.exists(), ~missed),
    )


def _given_up() -> Select[int]:
    """Runs not computed yet whose row of the queue has ended, after three attempts or with its job: it is there before
    they begin, and ends after them.
    """
    name = literal(JOB) + cast(ReportRun.schedule_id, String)
    is_same = (JobRun.job == name) & (JobRun.scheduled_for == ReportRun.scheduled_for)
    is_open = select(JobRun.id).where(OPEN, is_same).exists()
    return select(ReportRun.id).where(UNSETTLED, ReportRun.state == RunState.RUNNING.value, ~is_open)


def _locked(session: Session, run_id: int) -> ReportRun | None:
    return session.get(ReportRun, run_id, with_for_update=True, populate_existing=True)


def _interrupt(session: Session, run_id: int, now: datetime) -> bool:
    run = session.scalar(_given_up().where(ReportRun.id == run_id).with_only_columns(ReportRun).with_for_update())
    if run is None:
        return False
    words = _INTERRUPTED.format(attempts=run.attempts) if run.attempts else _NEVER_BEGUN
    fail(session, run, words, FailedBecause.INTERRUPTED, now)
    return True


def _finalize(session: Session, run_id: int, now: datetime) -> bool:
    """Finish a run whose mails are all final, or one that has reached everyone since failed mails were sent again."""
    run, mails = _locked(session, run_id), _mails(session, run_id)
    if run is None or any(state in _MAIL_WAITS for state, _ in mails):
        return False
    missed = [error or _WITHDRAWN for state, error in mails if state != MailState.SENT]
    is_late = run.state == RunState.DELIVERY_FAILED
    if is_late:
        if missed or not mails:
            return False
    elif run.state != RunState.GENERATED or run.settled_at is not None:
        return False
    run.settled_at = now
    if not mails:
        add_note(run, _NOBODY)
        return True
    details: dict[str, Any] = {"report": run.report, "schedule": run.schedule_id}
    details |= {"is_late": True} if is_late else {"recipients": len(mails), "is_test": run.is_test}
    events: list[Event] = []
    if missed:
        run.state = RunState.DELIVERY_FAILED.value
        words = _REFUSED if len(missed) < len(mails) else _REFUSED_ALL
        run.error = words.format(failed=len(missed), count=len(mails), reason=missed[0])[:300]
        details |= {"why": FailedBecause.DELIVERY.value, "missed": len(missed)}
        events = [] if run.is_test else _count_failure(session, run, run.error, now)
    else:
        run.state, run.error = RunState.DELIVERED.value, None
        schedule = session.get(ReportSchedule, run.schedule_id, with_for_update=True, populate_existing=True)
        if schedule is not None and not run.is_test and not is_late:
            schedule.failures = 0
    action = RUN_FAILED if missed else "report_run.delivered"
    audit.append(session, [Event(SYSTEM, action, f"report_run:{run.id}", details), *events], now)
    return True


def _mails(session: Session, run_id: int) -> Sequence[tuple[str, str | None]]:
    """State and last error of each mail of a run, in recipient order; without recipients who may not have it."""
    query = (
        select(Mail.state, Mail.last_error)
        .join(ReportDelivery, ReportDelivery.mail_key == Mail.dedupe_key)
        .where(ReportDelivery.run_id == run_id, ReportDelivery.left_out.is_(None))
        .order_by(ReportDelivery.id)
    )
    return [(state, error) for state, error in session.execute(query)]


def sent_runs(session: Session, ids: Iterable[int]) -> dict[int, ReportRun]:
    """These runs by id, without test runs."""
    query = select(ReportRun).where(ReportRun.id.in_(ids), ReportRun.is_test.is_(False))
    return {run.id: run for run in session.scalars(query)}
