"""Schedules and their runs as the console shows them."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from analytics.definitions import definitions
from services.core.german import counted
from services.core.http.answers import Extended
from services.mail.models import Mail, MailState
from services.reports.models import ReportRun, RunState
from services.schedules.files import is_gone
from services.schedules.models import ReportArtefact, ReportDelivery, ReportRecipient, ReportSchedule, ScheduleState
from services.schedules.recipients import Addressee, confirmed_until, is_entitled, judged, rows_of
from services.schedules.schedules import SYSTEM, may_change
from services.schedules.schemas import (
    DeliveryOut,
    OwnerOut,
    ScheduledRunOut,
    ScheduleOut,
    ScheduleRecipientOut,
)
from services.schedules.timing import PERIOD_WORDS, days_told, next_out, timing_words
from services.staff.actor_names import actor_names
from services.staff.call import Staff
from services.staff.models import Account

_WAITING: Final = (MailState.QUEUED.value, MailState.RETRYING.value)
_LEFT_OUT: Final = "left_out"
_TOGETHER: Final = "In der Mail eines anderen Berichts zugestellt"
"""For runs from before every report came in a mail of its own."""
_NO_MAIL: Final = "Konto abgeschaltet"
"""For runs from before other reasons existed."""


def schedules_out(session: Session, rows: Sequence[ReportSchedule], staff: Staff, now: datetime) -> list[ScheduleOut]:
    """Schedules with their owners, recipients and last runs."""
    owners = {row.id: row for row in session.scalars(select(Account).where(Account.id.in_({r.owner_id for r in rows})))}
    last = {run.schedule_id: run for run in runs_out(session, _last_runs(session, rows), now)}
    whom = recipients_out(session, rows, now)
    return [_schedule_out(row, owners.get(row.owner_id), whom[row.id], last.get(row.id), staff, now) for row in rows]


def recipients_out(
    session: Session, schedules: Sequence[ReportSchedule], now: datetime
) -> dict[int, list[ScheduleRecipientOut]]:
    """Each recipient, by schedule."""
    rows = rows_of(session, [one.id for one in schedules])
    names = actor_names(session, {actor for row in rows for actor in (row.entered_by, row.confirmed_by) if actor})
    of_schedule: dict[int, list[ReportRecipient]] = defaultdict(list)
    for row in rows:
        of_schedule[row.schedule_id].append(row)
    found: dict[int, list[ScheduleRecipientOut]] = {}
    for schedule in schedules:
        own = of_schedule[schedule.id]
        standing = judged(session, own, schedule.report, now)
        found[schedule.id] = [_recipient_out(row, one, names) for row, one in zip(own, standing, strict=True)]
    return found


def _recipient_out(row: ReportRecipient, stands: Addressee, names: dict[str, str]) -> ScheduleRecipientOut:
    source = Extended(
        row,
        address=stands.address,
        name=stands.account.name if stands.account else None,
        is_outside=row.address is not None,
        state=stands.state,
        left_out=stands.left_out,
        entered_by_name=names.get(row.entered_by),
        confirmed_by_name=names.get(row.confirmed_by or ""),
        confirmed_until=confirmed_until(row.confirmed_at) if row.confirmed_at else None,
    )
    return ScheduleRecipientOut.model_validate(source)


def runs_out(session: Session, runs: Sequence[ReportRun], now: datetime) -> list[ScheduledRunOut]:
    """Runs with their deliveries and files."""
    ids = [run.id for run in runs]
    deliveries: dict[int, list[DeliveryOut]] = defaultdict(list)
    mails = (
        select(ReportDelivery, Mail)
        .outerjoin(Mail, Mail.dedupe_key == ReportDelivery.mail_key)
        .where(ReportDelivery.run_id.in_(ids))
        .order_by(ReportDelivery.id)
    )
    for delivery, mail in session.execute(mails):
        deliveries[delivery.run_id].append(_delivery_out(delivery, mail))
    artefacts: dict[int, list[ReportArtefact]] = defaultdict(list)
    kept = select(ReportArtefact).where(ReportArtefact.run_id.in_(ids)).order_by(ReportArtefact.id)
    for artefact in session.scalars(kept):
        artefacts[artefact.run_id].append(artefact)
    return [_run_out(run, deliveries[run.id], artefacts[run.id], now) for run in runs]


def _last_runs(session: Session, rows: Sequence[ReportSchedule]) -> Sequence[ReportRun]:
    newest = (
        select(func.max(ReportRun.id))
        .where(ReportRun.schedule_id.in_([row.id for row in rows]))
        .where(ReportRun.is_test.is_(False))
        .group_by(ReportRun.schedule_id)
    )
    return session.scalars(select(ReportRun).where(ReportRun.id.in_(newest))).all()


def _schedule_out(
    row: ReportSchedule,
    owner: Account | None,
    whom: list[ScheduleRecipientOut],
    last_run: ScheduledRunOut | None,
    staff: Staff,
    now: datetime,
) -> ScheduleOut:
    is_active = row.state == ScheduleState.ACTIVE.value
    source = Extended(
        row,
        timing={"month": None, **row.timing},
        recipients=[one.address for one in whom],
        whom=whom,
        title=title_of(row.report),
        period_words=PERIOD_WORDS.get(row.period or "", ""),
        timing_words=timing_words(row.timing, row.zone),
        next=next_out(row.timing, row.zone, now) if is_active else [],
        paused=None if is_active else _paused(row),
        owner=OwnerOut(id=row.owner_id, name=owner.name if owner else "", is_entitled=is_entitled(owner, row.report)),
        last_run=last_run,
        may_change=may_change(row, staff),
    )
    return ScheduleOut.model_validate(source)


def _paused(row: ReportSchedule) -> Extended:
    return Extended(row, at=row.paused_at, reason=row.paused_reason or "", by_system=row.paused_by == SYSTEM)


def _run_out(
    run: ReportRun, deliveries: list[DeliveryOut], artefacts: Sequence[ReportArtefact], now: datetime
) -> ScheduledRunOut:
    days = days_told(run.parameters or {})
    source = Extended(
        run,
        state="queued" if is_waiting(run) else run.state,
        name=run.label,
        title=title_of(run.report),
        state_words=_TOGETHER
        if run.pack_of is not None
        else state_words(run, [one.state for one in deliveries if one.state != _LEFT_OUT]),
        provisional=(run.stand or {}).get("provisional", ""),
        has_result=run.result_path is not None and run.removed_at is None,
        period={"from": days[0], "to": days[1]} if days else None,
        deliveries=deliveries,
        artefacts=[Extended(one, is_gone=is_gone(one, run, now)) for one in artefacts],
    )
    return ScheduledRunOut.model_validate(source)


def title_of(report: str) -> str:
    """Its title; of a report that no longer exists, its name."""
    definition = definitions().get(report)
    return definition.title if definition else report


def is_waiting(run: ReportRun) -> bool:
    """Whether the run was requested and has not begun yet."""
    return run.state == RunState.RUNNING.value and run.attempts == 0


def state_words(run: ReportRun, mails: Sequence[str]) -> str:
    """State of a run in one German line. `mails` are the states of its deliveries."""
    sent, count = mails.count("sent"), len(mails)
    people = counted(count, "Empfänger", "Empfängern")
    match run.state:
        case RunState.RUNNING:
            return _going_words(run)
        case RunState.FAILED:
            return "Nicht berechnet"
        case RunState.DELIVERED:
            return f"Zugestellt an {counted(count, 'Empfänger', 'Empfänger')}"
        case RunState.DELIVERY_FAILED:
            return f"Nicht an alle zugestellt: {sent} von {people}"
        case _ if not mails:
            return "Berechnet, nicht gesendet"
        case _:
            return f"Berechnet, Versand läuft: {sent} von {people}"


def _going_words(run: ReportRun) -> str:
    if run.waits_for is not None:
        return f"Wartet auf {run.waits_for}"
    if is_waiting(run):
        return "Wartet auf die Berechnung"
    return "Wird berechnet" if run.attempts == 1 else f"Wird berechnet, Versuch {run.attempts}"


def _delivery_out(delivery: ReportDelivery, mail: Mail | None) -> DeliveryOut:
    left_out = delivery.left_out or (None if mail else _NO_MAIL)
    state = _LEFT_OUT if left_out or mail is None else mail.state
    source = Extended(
        delivery,
        state=state,
        attempts=mail.attempts if mail else 0,
        left_out=left_out,
        last_error=mail.last_error if mail else None,
        next_attempt_at=mail.next_attempt_at if mail and state in _WAITING else None,
        sent_at=mail.sent_at if mail else None,
    )
    return DeliveryOut.model_validate(source)
