"""Schedules by person and by external address: what somebody owns and receives (`held`), how it is handed over
(`hand_over_steps`), and how an address is taken out of all of them (`removal_steps`, `cancel_mails`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.german import listed
from services.mail import outbox
from services.mail.models import Mail, MailState
from services.reports.models import ReportRun
from services.schedules.models import ReportDelivery, ReportRecipient, ReportSchedule, ScheduleState
from services.schedules.recipients import Addressee, is_entitled, judged, rows_of
from services.schedules.schedules import schedules, set_paused
from services.schedules.schemas import ScheduleOut
from services.schedules.views import schedules_out
from services.staff.call import Staff
from services.staff.holdings import (
    AddressRemoval,
    HandOver,
    Holder,
    Holding,
    Kind,
    Outcome,
    Step,
    for_change,
)
from services.staff.models import Account, Role

_READER: Final = Staff(0, "", "", Role.ADMIN, 0)
"""Every schedule is read; the caller decides what is shown to whom."""
_OWNER_GONE: Final = (
    "Wem er gehört, hat kein aktives Konto oder darf den Bericht nicht sehen. Beim nächsten Lauf hält der Plan an."
)
_NO_RECIPIENT: Final = "Er hat keinen Empfänger."
_FORMATS: Final = {
    "body": "Text der Mail",
    "pdf": "PDF",
    "xlsx": "Excel-Datei",
    "csv": "CSV-Dateien",
    "parquet": "Parquet-Dateien",
}
_LastSent = Mapping[tuple[int, str], datetime]
_HANDED_OVER: Final = "Bei einer Übergabe angehalten: Das neue Konto darf diesen Bericht nicht sehen."
_EMPTIED: Final = "Der letzte Empfänger wurde herausgenommen. Bitte tragen Sie einen neuen ein."
_LEFT_OUT: Final = "Adresse wurde entfernt"
_WAITING: Final = (MailState.QUEUED.value, MailState.RETRYING.value)
_LIVE = ReportSchedule.removed_at.is_(None)


def held(session: Session, now: datetime) -> Iterator[Holding]:
    """Each recipient and each owner of a live schedule."""
    rows = schedules(session, Role.ADMIN)
    last = _last_sent(session, [row.id for row in rows])
    for row, shown in zip(rows, schedules_out(session, rows, _READER, now), strict=True):
        yield _owned(row, shown)
        for one in judged(session, rows_of(session, [row.id]), row.report, now):
            yield _received(row, shown, one, last)


def _owned(row: ReportSchedule, shown: ScheduleOut) -> Holding:
    names = [one.name or one.address for one in shown.whom]
    return replace(
        _base(row, shown),
        facts=[*_facts(shown), ("Empfänger", listed(names))] if names else _facts(shown),
        problem=_paused(shown) or ("" if shown.owner.is_entitled else _OWNER_GONE) or ("" if names else _NO_RECIPIENT),
    )


def _received(row: ReportSchedule, shown: ScheduleOut, one: Addressee, last: _LastSent) -> Holding:
    return replace(
        _base(row, shown),
        holder=_holder(one),
        kind="receives",
        facts=_facts(shown),
        problem=one.left_out or _paused(shown),
        last_at=last.get((row.id, one.address.lower())),
    )


def _base(row: ReportSchedule, shown: ScheduleOut) -> Holding:
    return Holding(
        holder=row.owner_id,
        kind="owns",
        name=row.name,
        about=shown.title,
        path=f"/reports/schedules/{row.id}",
        last_at=row.last_sent_at,
        next_at=shown.next[0].at if shown.next else None,
    )


def _paused(shown: ScheduleOut) -> str:
    return f"Angehalten: {shown.paused.reason}" if shown.paused else ""


def _holder(one: Addressee) -> Holder:
    return one.account.id if one.account else one.address.lower()


def _facts(shown: ScheduleOut) -> list[tuple[str, str]]:
    period = [("Zeitraum", shown.period_words)] if shown.period_words else []
    return [*period, ("Rhythmus", shown.timing_words), ("Format", ", ".join(_FORMATS[one] for one in shown.formats))]


def _last_sent(session: Session, schedule_ids: Sequence[int]) -> _LastSent:
    """When each schedule was last sent to each address, tests left out."""
    query = (
        select(ReportRun.schedule_id, ReportDelivery.recipient, func.max(Mail.sent_at))
        .join(ReportDelivery, ReportDelivery.run_id == ReportRun.id)
        .join(Mail, Mail.dedupe_key == ReportDelivery.mail_key)
        .where(ReportRun.schedule_id.in_(schedule_ids), ReportRun.is_test.is_(False), Mail.sent_at.is_not(None))
        .group_by(ReportRun.schedule_id, ReportDelivery.recipient)
    )
    return {(schedule, address.lower()): at for schedule, address, at in session.execute(query) if schedule and at}


def hand_over_steps(over: HandOver) -> Iterator[Step]:
    """The steps for each live schedule that concerns the leaver, with the schedules locked."""
    recipients: dict[int, list[ReportRecipient]] = {}
    for row in rows_of(over.session, over.session.scalars(select(ReportSchedule.id).where(_LIVE))):
        recipients.setdefault(row.schedule_id, []).append(row)
    concerned = [id_ for id_, rows in recipients.items() if _of(rows, over.leaver)]
    is_theirs = (ReportSchedule.owner_id == over.leaver.id) | ReportSchedule.id.in_(concerned)
    found = select(ReportSchedule).where(_LIVE, is_theirs).order_by(ReportSchedule.id)
    for schedule in over.session.scalars(for_change(found, over)).all():
        if schedule.owner_id == over.leaver.id:
            yield _pass_on(over, schedule)
        # Read again under the lock: a colleague may have saved other recipients meanwhile.
        yield from _pass_receipt(over, schedule, rows_of(over.session, [schedule.id]))


def _of(rows: Sequence[ReportRecipient], account: Account) -> list[ReportRecipient]:
    """Rows that are this account, by its id or, if it joined the team later, by its address."""
    return [
        row
        for row in rows
        if row.account_id == account.id or (row.address is not None and row.address.lower() == account.email_normalized)
    ]


def _pass_on(over: HandOver, row: ReportSchedule) -> Step:
    is_active = row.state == ScheduleState.ACTIVE.value
    if is_entitled(over.heir, row.report):
        rest = "" if is_active else " Er bleibt angehalten, bis ihn jemand fortsetzt."
        words = f"Der Zeitplan gehört dann {over.heir.name}.{rest}"
        return _step(row, "owns", "moves", words, partial(_give, over, row))
    pause = partial(set_paused, over.session, row, _HANDED_OVER, over.actor, over.now) if is_active else None
    rest = "wird angehalten" if is_active else "bleibt angehalten"
    words = f"{_may_not_see(over)} Der Zeitplan {rest}."
    return _step(row, "owns", "stays", words, pause)


def _may_not_see(over: HandOver) -> str:
    return f"Die Rolle von {over.heir.name} darf diesen Bericht nicht sehen."


def _give(over: HandOver, row: ReportSchedule) -> None:
    row.owner_id = over.heir.id
    _changed(over, row)


def _pass_receipt(over: HandOver, schedule: ReportSchedule, rows: Sequence[ReportRecipient]) -> Iterator[Step]:
    theirs = _of(rows, over.heir)
    for row in _of(rows, over.leaver):
        seen = {"recipient": row.id, "heir": [one.id for one in theirs]}
        if theirs:
            drop = partial(_drop, over, schedule, row)
            yield _step(schedule, "receives", "has_it", f"{over.heir.name} bekommt ihn schon.", drop, **seen)
        elif is_entitled(over.heir, schedule.report):
            words = f"{over.heir.name} bekommt den Bericht."
            replace = partial(_replace, over, schedule, row)
            yield _step(schedule, "receives", "moves", words, replace, **seen)
        else:
            words = f"{_may_not_see(over)} {over.is_still_served}"
            yield _step(schedule, "receives", "stays", words, None, **seen)


def _drop(over: HandOver, schedule: ReportSchedule, row: ReportRecipient) -> None:
    over.session.delete(row)
    _changed(over, schedule)


def _replace(over: HandOver, schedule: ReportSchedule, row: ReportRecipient) -> None:
    """The heir takes the place."""
    row.account_id, row.address = over.heir.id, None
    row.entered_by, row.entered_at = over.actor, over.now
    row.confirmed_by = row.confirmed_at = None
    _changed(over, schedule)


def _changed(over: HandOver, schedule: ReportSchedule) -> None:
    schedule.version += 1
    schedule.changed_at = over.now
    over.session.flush()


def _step(
    row: ReportSchedule, kind: Kind, outcome: Outcome, words: str, carry_out: Callable[[], None] | None, **seen: Any
) -> Step:
    told = {"version": row.version, **seen}
    return Step(kind, f"report_schedule:{row.id}", row.name, outcome, words, told, carry_out)


def removal_steps(removal: AddressRemoval) -> Iterator[Step]:
    """A step for each schedule with this address, removed ones included: the address is not to remain there either."""
    has_it = func.lower(ReportRecipient.address) == removal.address
    of_it = select(ReportRecipient.schedule_id).where(has_it)
    found = select(ReportSchedule).where(ReportSchedule.id.in_(of_it)).order_by(ReportSchedule.id)
    for schedule in removal.session.scalars(for_change(found, removal)).all():
        rows = rows_of(removal.session, [schedule.id])
        theirs = [row for row in rows if row.address is not None and row.address.lower() == removal.address]
        if theirs:
            yield _removal(removal, schedule, theirs, is_last=len(theirs) == len(rows))


def _removal(removal: AddressRemoval, schedule: ReportSchedule, rows: list[ReportRecipient], *, is_last: bool) -> Step:
    outcome, words = _removed(schedule, is_last=is_last)
    return Step(
        kind="receives",
        subject=f"report_schedule:{schedule.id}",
        name=schedule.name,
        outcome=outcome,
        words=words,
        seen={"version": schedule.version, "recipients": [row.id for row in rows]},
        carry_out=partial(_take_out, removal, schedule, rows, outcome),
    )


def _removed(schedule: ReportSchedule, *, is_last: bool) -> tuple[Outcome, str]:
    if schedule.removed_at is not None:
        return "removed", "Der Zeitplan ist gelöscht; die Adresse wird auch dort entfernt."
    if not is_last:
        return "removed", "Die anderen Empfänger bekommen ihn weiter."
    if schedule.state == ScheduleState.ACTIVE.value:
        return "empties", "Danach hat der Zeitplan keinen Empfänger mehr. Er wird angehalten."
    return "empties", "Danach hat der Zeitplan keinen Empfänger mehr. Er bleibt angehalten."


def _take_out(removal: AddressRemoval, schedule: ReportSchedule, rows: list[ReportRecipient], outcome: Outcome) -> None:
    session, now = removal.session, removal.now
    for row in rows:
        session.delete(row)
    schedule.version += 1
    schedule.changed_at = now
    session.flush()
    if outcome == "empties" and schedule.state == ScheduleState.ACTIVE.value:
        set_paused(session, schedule, _EMPTIED, removal.actor, now)


def cancel_mails(removal: AddressRemoval) -> None:
    """Cancel the report mails to the address that wait to be sent; one that is being sent at this moment arrives."""
    query = (
        select(ReportDelivery)
        .join(Mail, Mail.dedupe_key == ReportDelivery.mail_key)
        .where(Mail.state.in_(_WAITING), ReportDelivery.account_id.is_(None))
        .where(func.lower(ReportDelivery.recipient) == removal.address)
    )
    by_key = {one.mail_key: one for one in removal.session.scalars(query)}
    for key in outbox.cancel(removal.session, list(by_key), removal.now):
        by_key[key].left_out = _LEFT_OUT
    removal.session.flush()
