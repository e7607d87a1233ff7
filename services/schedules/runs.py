"""How scheduled runs end: failed, or finished once their mails are final."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from enum import StrEnum
from functools import partial
from typing import Any, Final

from sqlalchemy import Select, String, cast, literal, select
from sqlalchemy.orm import Session

from services.core.clock import BERLIN, Clock
from services.core.contact_details import deliverable_address
from services.core.db.db import Database
from services.core.german import numeric_day
from services.core.job_queue.models import OPEN, JobRun
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.models import Mail, MailState
from services.mail.outbox import Order
from services.mail.report_failures import ReportFailed, ReportFailedTopic
from services.reports.labels import title_of
from services.reports.models import UNDELIVERED, UNSETTLED, ReportRun, RunState
from services.schedules.errors import RunFailed
from services.schedules.models import ReportDelivery, ReportSchedule, ScheduleState
from services.schedules.timing import clock_words
from services.staff import audit
from services.staff.accounts.accounts import SYSTEM
from services.staff.audit import Event
from services.staff.models import Account, AccountState, Role

JOB: Final = "report-schedule:"
"""The job of a schedule, before its id."""
MOST_FAILURES: Final = 5
SECOND_CHANCE: Final = timedelta(days=14)
"""Time in which a failed mail can be resent for the run still to count as delivered."""
RUN_FAILED: Final = "report_run.failed"
TOLD_RUNS: Final = ("report_run.generated", "report_run.delivered", RUN_FAILED)
"""Audit log actions about runs that webhooks report."""
_NO_OWNER: Final = (
    "Der Bericht wurde nicht berechnet: Sein Besitzer hat kein aktives Konto mehr oder darf ihn nicht sehen."
)
_OWNER_GONE: Final = "Der Besitzer hat kein aktives Konto mehr oder darf diesen Bericht nicht sehen."
_FIVE_TIMES: Final = "Fünfmal in Folge fehlgeschlagen, zuletzt: "
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


def job_name(schedule_id: int) -> str:
    """`report-schedule:7`."""
    return f"{JOB}{schedule_id}"


def fail(session: Session, run: ReportRun, error: str, why: FailedBecause, now: datetime) -> RunFailed:
    """Mark a locked run as failed permanently, and count the failure for its schedule."""
    failure, failed = end(run, error, now), _failed(run, why)
    events = [] if run.is_test else _count_failure(session, run, error, now)
    audit.append(session, [failed, *events], now)
    return failure


def fail_without_owner(session: Session, schedule: ReportSchedule, run: ReportRun, now: datetime) -> RunFailed:
    """Mark a locked run as failed and pause its schedule, whose owner may no longer see the report."""
    failure = end(run, _NO_OWNER, now)
    _mail(session, schedule, run, "owner", _OWNER_GONE, now)
    events = [_failed(run, FailedBecause.OWNER), *_pause(session, schedule, _OWNER_GONE, now)]
    audit.append(session, events, now)
    return failure


def end(run: ReportRun, error: str, now: datetime) -> RunFailed:
    """Mark a run as failed and settled; returns what to raise once that is stored."""
    run.state, run.error = RunState.FAILED.value, error[:300]
    run.finished_at = run.settled_at = now
    return RunFailed(run.error)


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
    due = run.slot.astimezone(BERLIN)
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


def _interrupt(session: Session, run_id: int, now: datetime) -> bool:
    run = session.scalar(_given_up().where(ReportRun.id == run_id).with_only_columns(ReportRun).with_for_update())
    if run is None:
        return False
    words = _INTERRUPTED.format(attempts=run.attempts) if run.attempts else _NEVER_BEGUN
    fail(session, run, words, FailedBecause.INTERRUPTED, now)
    return True


def _finalize(session: Session, run_id: int, now: datetime) -> bool:
    """Finish a run whose mails are all final, or one that has reached everyone since failed mails were sent again."""
    run = session.get(ReportRun, run_id, with_for_update=True, populate_existing=True)
    # State and last error of each mail of a run, in recipient order; without recipients who may not have it
    query = (
        select(Mail.state, Mail.last_error)
        .join(ReportDelivery, ReportDelivery.mail_key == Mail.dedupe_key)
        .where(ReportDelivery.run_id == run_id, ReportDelivery.left_out.is_(None))
        .order_by(ReportDelivery.id)
    )
    mails = [(state, error) for state, error in session.execute(query)]
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
        run.add_note(_NOBODY)
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


def sent_runs(session: Session, ids: Iterable[int]) -> dict[int, ReportRun]:
    """These runs by id, without test runs."""
    query = select(ReportRun).where(ReportRun.id.in_(ids), ReportRun.is_test.is_(False))
    return {run.id: run for run in session.scalars(query)}
