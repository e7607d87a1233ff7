"""Settles runs: the outcome of their mails decides their final state, and one that the queue gave up has failed.

Safe to run in several processes: each step locks the run and rechecks it.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from sqlalchemy import Select, String, cast, literal, select
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.job_queue.models import OPEN, JobRun
from services.mail.models import Mail, MailState
from services.reports.models import UNDELIVERED, UNSETTLED, ReportRun, RunState
from services.schedules.jobs import JOB
from services.schedules.models import ReportDelivery, ReportSchedule
from services.schedules.runs import FailedBecause, add_note, count_failure, fail
from services.schedules.schedules import SYSTEM
from services.staff import audit
from services.staff.audit import Event

SECOND_CHANCE: Final = timedelta(days=14)
"""Time in which a failed mail can be resent for the run still to count as delivered."""
_WAITING: Final = frozenset({MailState.QUEUED.value, MailState.RETRYING.value})
_REFUSED: Final = "{failed} von {count} Empfängern nicht erreicht: {reason}"
_REFUSED_ALL: Final = "Niemand wurde erreicht: {reason}"
_NOBODY: Final = "Niemand bekam ihn: Bevor er hinausging, verlor jeder Empfänger sein Recht darauf."
_WITHDRAWN: Final = "Die E-Mail wurde zurückgezogen."
_INTERRUPTED: Final = "Der Lauf wurde {attempts} Mal unterbrochen."
_NEVER_BEGUN: Final = "Der Lauf wurde nicht begonnen."


def settle(db: Database, clock: Clock) -> int:
    """Finish every run whose mails are all final, and every run that no process will compute; returns how many."""
    now = clock()
    with db.read() as session:
        steps = [partial(step, run_id=run_id, now=now) for step, run_ids in _open(session, now) for run_id in run_ids]
    return sum([db.write(step) for step in steps])


def _open(session: Session, now: datetime) -> list[tuple[Callable[..., bool], Sequence[int]]]:
    """Each step with its runs: given up by the queue, mails perhaps all final, mails of a failed run sent since."""
    given_up = session.scalars(_given_up().order_by(ReportRun.id)).all()
    is_computed = ReportRun.state != RunState.RUNNING.value
    unsettled = session.scalars(select(ReportRun.id).where(UNSETTLED, is_computed).order_by(ReportRun.id)).all()
    sent = [run_id for run_id in unsettled if not _WAITING & set(_states(session, run_id))]
    young = ReportRun.settled_at > now - SECOND_CHANCE
    failed = session.scalars(select(ReportRun.id).where(UNDELIVERED, young).order_by(ReportRun.id)).all()
    again = [run_id for run_id in failed if set(_states(session, run_id)) == {MailState.SENT.value}]
    return [(_interrupt, given_up), (_settle, sent), (_settle_late, again)]


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


def _settle(session: Session, run_id: int, now: datetime) -> bool:
    """Finish a run whose mails are all final."""
    run = session.get(ReportRun, run_id, with_for_update=True, populate_existing=True)
    if run is None or run.settled_at is not None or run.state != RunState.GENERATED:
        return False
    mails = _mails(session, run_id)
    if not mails:
        add_note(run, _NOBODY)
        run.settled_at = now
        return True
    if any(state in _WAITING for state, _ in mails):
        return False
    missed = [error or _WITHDRAWN for state, error in mails if state != MailState.SENT]
    run.settled_at = now
    details = {"report": run.report, "schedule": run.schedule_id, "recipients": len(mails), "is_test": run.is_test}
    events: list[Event] = []
    if missed:
        run.state = RunState.DELIVERY_FAILED.value
        words = _REFUSED if len(missed) < len(mails) else _REFUSED_ALL
        run.error = words.format(failed=len(missed), count=len(mails), reason=missed[0])[:300]
        details |= {"why": FailedBecause.DELIVERY.value, "missed": len(missed)}
        events = [] if run.is_test else count_failure(session, run, run.error, now)
    else:
        run.state = RunState.DELIVERED.value
        if not run.is_test:
            _forget_failures(session, run)
    session.flush()
    what = "failed" if missed else "delivered"
    audit.append(session, [Event(SYSTEM, f"report_run.{what}", f"report_run:{run.id}", details), *events], now)
    return True


def _settle_late(session: Session, run_id: int, now: datetime) -> bool:
    """Failed mails were resent by staff, and now everyone has theirs."""
    run = session.get(ReportRun, run_id, with_for_update=True, populate_existing=True)
    if run is None or run.state != RunState.DELIVERY_FAILED or set(_states(session, run_id)) != {MailState.SENT.value}:
        return False
    run.state, run.error, run.settled_at = RunState.DELIVERED.value, None, now
    session.flush()
    details = {"report": run.report, "schedule": run.schedule_id, "is_late": True}
    audit.append(session, [Event(SYSTEM, "report_run.delivered", f"report_run:{run.id}", details)], now)
    return True


def _forget_failures(session: Session, run: ReportRun) -> None:
    schedule = session.get(ReportSchedule, run.schedule_id, with_for_update=True, populate_existing=True)
    if schedule is not None:
        schedule.failures = 0


def _states(session: Session, run_id: int) -> Sequence[str]:
    return [state for state, _ in _mails(session, run_id)]


def _mails(session: Session, run_id: int) -> Sequence[tuple[str, str | None]]:
    """State and last error of each mail of a run, in recipient order; without recipients who may not have it."""
    query = (
        select(Mail.state, Mail.last_error)
        .join(ReportDelivery, ReportDelivery.mail_key == Mail.dedupe_key)
        .where(ReportDelivery.run_id == run_id, ReportDelivery.left_out.is_(None))
        .order_by(ReportDelivery.id)
    )
    return [(state, error) for state, error in session.execute(query)]
