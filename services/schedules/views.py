"""Schedules and their runs as the console shows them."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from analytics.definitions import definitions
from services.core.german import counted
from services.core.http.answers import Extended
from services.mail.models import Mail, MailState
from services.reports.models import ReportRun, RunState
from services.schedules.conditions import condition_words
from services.schedules.gate.gate import gate_words
from services.schedules.models import ReportArtefact, ReportDelivery, ReportSchedule, ScheduleState
from services.schedules.pack.reports import names_of, titles_of
from services.schedules.pack.runs import IS_FIRST, further_runs
from services.schedules.periods import PERIOD_WORDS, days_told
from services.schedules.recipients.eligibility import is_entitled
from services.schedules.recipients.narrowing import asked_of
from services.schedules.recipients.views import recipients_out
from services.schedules.schedules import SYSTEM, may_change
from services.schedules.schemas import (
    DeliveryOut,
    OwnerOut,
    RunPartOut,
    ScheduledRunOut,
    ScheduleOut,
    ScheduleRecipientOut,
)
from services.schedules.timing import next_out, timing_words
from services.staff.call import Staff
from services.staff.models import Account

_WAITING: Final = (MailState.QUEUED.value, MailState.RETRYING.value)
_LEFT_OUT: Final = "left_out"
_NO_MAIL: Final = "Konto abgeschaltet"
"""For runs from before other reasons existed."""


def schedules_out(session: Session, rows: Sequence[ReportSchedule], staff: Staff, now: datetime) -> list[ScheduleOut]:
    """Schedules with their owners, recipients and last runs."""
    owners = {row.id: row for row in session.scalars(select(Account).where(Account.id.in_({r.owner_id for r in rows})))}
    last = {run.schedule_id: run for run in runs_out(session, _last_runs(session, rows), now)}
    whom = recipients_out(session, rows, now)
    return [_schedule_out(row, owners.get(row.owner_id), whom[row.id], last.get(row.id), staff, now) for row in rows]


def runs_out(session: Session, runs: Sequence[ReportRun], now: datetime) -> list[ScheduledRunOut]:
    """Runs with their parts, deliveries and files."""
    of_them = select(ReportRun).where(ReportRun.part_of.in_([run.id for run in runs])).order_by(ReportRun.id)
    parts = session.scalars(of_them).all()
    told = _parts_out(session, [*runs, *parts], now)
    found = []
    for run in runs:
        own = [told[part.id] for part in parts if part.part_of == run.id]
        words = _with_parts(told[run.id].state_words, own)
        found.append(ScheduledRunOut(**{**dict(told[run.id]), "state_words": words, "parts": own}))
    return found


def _with_parts(words: str, parts: Sequence[RunPartOut]) -> str:
    """The state of a run, and how many of its parts failed."""
    failed = sum(part.state in ("failed", "delivery_failed") for part in parts)
    return f"{words}, {counted(failed, 'eigene Fassung', 'eigene Fassungen')} fehlgeschlagen" if failed else words


def _parts_out(session: Session, runs: Sequence[ReportRun], now: datetime) -> dict[int, RunPartOut]:
    ids = [run.id for run in runs]
    further = further_runs(session, ids)
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
    all_ids = [*ids, *(one.id for found in further.values() for one in found)]
    kept = select(ReportArtefact).where(ReportArtefact.run_id.in_(all_ids)).order_by(ReportArtefact.id)
    for artefact in session.scalars(kept):
        artefacts[artefact.run_id].append(artefact)
    return {run.id: _run_out(run, deliveries[run.id], artefacts, further.get(run.id, ()), now) for run in runs}


def is_gone(artefact: ReportArtefact, run: ReportRun, now: datetime) -> bool:
    """Whether the file is no longer available."""
    return artefact.removed_at is not None or run.removed_at is not None or artefact.expires_at <= now


def _last_runs(session: Session, rows: Sequence[ReportSchedule]) -> Sequence[ReportRun]:
    newest = (
        select(func.max(ReportRun.id))
        .where(ReportRun.schedule_id.in_([row.id for row in rows]))
        .where(ReportRun.is_test.is_(False), ReportRun.part_of.is_(None), IS_FIRST)
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
    definition = definitions().get(row.report)
    is_active = row.state == ScheduleState.ACTIVE.value
    source = Extended(
        row,
        timing={"month": None, **row.timing},
        recipients=[one.address for one in whom],
        own_filters={one.address: one.filters for one in whom if one.filters},
        further_reports=row.further_reports or [],
        whom=whom,
        title=_title(row.report),
        titles=titles_of(row),
        period_words=PERIOD_WORDS.get(row.period or "", ""),
        timing_words=timing_words(row.timing, row.zone),
        condition_words=condition_words(row.condition, definition),
        gate_words=gate_words(row.gate),
        next=next_out(row.timing, row.zone, now) if is_active else [],
        paused=None if is_active else _paused(row),
        owner=OwnerOut(
            id=row.owner_id, name=owner.name if owner else "", is_entitled=is_entitled(owner, names_of(row))
        ),
        last_run=last_run,
        may_change=may_change(row, staff),
    )
    return ScheduleOut.model_validate(source)


def _paused(row: ReportSchedule) -> Extended:
    return Extended(row, at=row.paused_at, reason=row.paused_reason or "", by_system=row.paused_by == SYSTEM)


def _run_out(
    run: ReportRun,
    deliveries: list[DeliveryOut],
    artefacts: Mapping[int, Sequence[ReportArtefact]],
    further: Sequence[ReportRun],
    now: datetime,
) -> RunPartOut:
    days = days_told(run.parameters or {})
    source = Extended(
        run,
        state="queued" if is_waiting(run) else run.state,
        name=run.label,
        state_words=state_words(run, [one.state for one in deliveries if one.state != _LEFT_OUT]),
        provisional=(run.stand or {}).get("provisional", ""),
        has_result=_has_result(run),
        title=_title(run.report),
        further=[_further_out(one, artefacts, now) for one in further],
        period={"from": days[0], "to": days[1]} if days else None,
        deliveries=deliveries,
        artefacts=_artefacts(run, artefacts, now),
        asked=[{"label": label, "words": words} for label, words in asked_of(run.narrowed_to)],
    )
    return RunPartOut.model_validate(source)


def _further_out(run: ReportRun, artefacts: Mapping[int, Sequence[ReportArtefact]], now: datetime) -> Extended:
    """What was computed of a further report; how far it is, its first run says."""
    return Extended(
        run, title=_title(run.report), has_result=_has_result(run), artefacts=_artefacts(run, artefacts, now)
    )


def _has_result(run: ReportRun) -> bool:
    return run.result_path is not None and run.removed_at is None


def _title(report: str) -> str:
    definition = definitions().get(report)
    return definition.title if definition else report


def _artefacts(run: ReportRun, artefacts: Mapping[int, Sequence[ReportArtefact]], now: datetime) -> list[Extended]:
    return [Extended(one, is_gone=is_gone(one, run, now)) for one in artefacts.get(run.id, ())]


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
