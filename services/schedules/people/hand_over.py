"""What becomes of one person's schedules when they are handed over: those they own, and those they receive."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Final

from sqlalchemy import select

from services.schedules.models import ReportRecipient, ReportSchedule, ScheduleState
from services.schedules.pack.reports import names_of
from services.schedules.recipients.eligibility import is_entitled, rows_of
from services.schedules.recipients.narrowing import key_of, narrowing_words
from services.schedules.schedules import set_paused
from services.staff.holdings import HandOver, Kind, Outcome, Step, for_change
from services.staff.models import Account

_PAUSED: Final = "Bei einer Übergabe angehalten: Das neue Konto darf diesen Bericht nicht sehen."


def steps(over: HandOver) -> Iterator[Step]:
    """The steps for each live schedule that concerns the leaver, with the schedules locked."""
    recipients: dict[int, list[ReportRecipient]] = {}
    for row in rows_of(over.session, over.session.scalars(select(ReportSchedule.id).where(_LIVE))):
        recipients.setdefault(row.schedule_id, []).append(row)
    concerned = [id_ for id_, rows in recipients.items() if _of(rows, over.leaver)]
    is_theirs = (ReportSchedule.owner_id == over.leaver.id) | ReportSchedule.id.in_(concerned)
    found = select(ReportSchedule).where(_LIVE, is_theirs).order_by(ReportSchedule.id)
    for schedule in over.session.scalars(for_change(found, over)).all():
        if schedule.owner_id == over.leaver.id:
            yield _owned(over, schedule)
        # Read again under the lock: a colleague may have saved other recipients meanwhile.
        yield from _received(over, schedule, rows_of(over.session, [schedule.id]))


_LIVE = ReportSchedule.removed_at.is_(None)


def _of(rows: Sequence[ReportRecipient], account: Account) -> list[ReportRecipient]:
    """Rows that are this account, by its id or, if it joined the team later, by its address."""
    return [
        row
        for row in rows
        if row.account_id == account.id or (row.address is not None and row.address.lower() == account.email_normalized)
    ]


def _owned(over: HandOver, row: ReportSchedule) -> Step:
    is_active = row.state == ScheduleState.ACTIVE.value
    if is_entitled(over.heir, names_of(row)):
        rest = "" if is_active else " Er bleibt angehalten, bis ihn jemand fortsetzt."
        words = f"Der Zeitplan gehört dann {over.heir.name}.{rest}"
        return _step(row, "owns", "moves", words, partial(_give, over, row))
    pause = partial(set_paused, over.session, row, _PAUSED, over.actor, over.now) if is_active else None
    rest = "wird angehalten" if is_active else "bleibt angehalten"
    words = f"{_may_not_see(over, row)} Der Zeitplan {rest}."
    return _step(row, "owns", "stays", words, pause)


def _may_not_see(over: HandOver, schedule: ReportSchedule) -> str:
    what = "diesen Bericht nicht" if len(names_of(schedule)) == 1 else "nicht alle Berichte des Zeitplans"
    return f"Die Rolle von {over.heir.name} darf {what} sehen."


def _give(over: HandOver, row: ReportSchedule) -> None:
    row.owner_id = over.heir.id
    _changed(over, row)


def _received(over: HandOver, schedule: ReportSchedule, rows: Sequence[ReportRecipient]) -> Iterator[Step]:
    theirs = _of(rows, over.heir)
    for row in _of(rows, over.leaver):
        seen = {"recipient": row.id, "filters": key_of(row.filters), "heir": [one.id for one in theirs]}
        if theirs:
            drop = partial(_drop, over, schedule, row)
            yield _step(schedule, "receives", "has_it", _has_it(over, row, theirs[0]), drop, **seen)
        elif is_entitled(over.heir, names_of(schedule)):
            words = f"{over.heir.name} bekommt {_what(row)}."
            replace = partial(_replace, over, schedule, row)
            yield _step(schedule, "receives", "moves", words, replace, **seen)
        else:
            words = f"{_may_not_see(over, schedule)} {over.is_still_served}"
            yield _step(schedule, "receives", "stays", words, None, **seen)


def _has_it(over: HandOver, row: ReportRecipient, other: ReportRecipient) -> str:
    """Where both have different filters, the heir keeps their own, and both are told."""
    words = f"{over.heir.name} bekommt ihn schon"
    if key_of(row.filters) == key_of(other.filters):
        return f"{words}."
    return f"{words}, und zwar {_what(other)}. Das bleibt so; {over.leaver.name} bekam {_what(row)}."


def _what(row: ReportRecipient) -> str:
    words = narrowing_words(row.filters)
    return f"den Bericht mit dem eigenen Filter „{words}“" if words else "den ganzen Bericht"


def _drop(over: HandOver, schedule: ReportSchedule, row: ReportRecipient) -> None:
    over.session.delete(row)
    _changed(over, schedule)


def _replace(over: HandOver, schedule: ReportSchedule, row: ReportRecipient) -> None:
    """The heir takes the place, with the filter that belongs to it."""
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
