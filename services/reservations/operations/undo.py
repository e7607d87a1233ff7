"""Undo of an operation within 24 hours, on the server, row by row.

A row gets back the members that the operation changed, unless somebody has changed one of them since, or what the
operation depended on; a change of anything else does not end the undo. Nor is it possible once its spot is gone or its
household has been sent something irrevocable. Waiting mails are cancelled; for one already sent, a correction follows.
What the operation had withheld waits again.
A merger is one decision over several rows and is undone as a whole or not at all.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import Date, select
from sqlalchemy.orm import Session

from services.core.db.db import UtcDateTime
from services.core.german import at_moment
from services.mail import outbox
from services.parks import allocation
from services.reservations.changes import UNTOLD, Note, change
from services.reservations.corrections import undoing
from services.reservations.corrections.operations import CORRECTIONS
from services.reservations.desk import tags as tagging
from services.reservations.errors import OperationRefused, UndoNotPossible, UndoOver, UnknownOperation
from services.reservations.labels import MEMBER
from services.reservations.mails import correction, field_members, letter_key
from services.reservations.models import Reservation, ReservationChange, StaffOperation
from services.reservations.operations.deadline import deadline
from services.reservations.operations.perform import UNDO_WINDOW, lock, spots_by_park
from services.reservations.operations.refusals import Refusal
from services.reservations.operations.results import Performed, RowResult, done_row, refused_row
from services.reservations.operations.withholding import WITHHELD, resume
from services.reservations.states import HOLDS_A_SPOT
from services.reservations.transitions import (
    EDIT,
    HOUSEHOLD,
    LAPSE,
    MERGE,
    OPERATIONS,
    UNOFFERED,
    Operation,
    SpotEffect,
    UndoRule,
)
from services.staff import audit
from services.staff.actor_names import actor_names
from services.staff.errors import Forbidden

_TABLE = OPERATIONS | UNOFFERED | CORRECTIONS
_NOTES = frozenset({UNTOLD, WITHHELD})
"""Members of a history that nothing else ever changes."""
_ENDS = frozenset({"spot", "erased"})
"""After the spot was given up, or the person erased, nothing of before comes back."""
_LOOKED_BACK = timedelta(days=7)
_SPOT_GONE = Refusal("spot_gone", "Der Platz ist inzwischen frei oder anders vergeben.")
_MAIL_SENT = Refusal("mail_sent", "Die Mail ist schon hinausgegangen.")


@dataclass(frozen=True, slots=True)
class Undoable:
    """The operation on a reservation that can still be undone."""

    operation_id: int
    name: str
    until: datetime


@dataclass(frozen=True, slots=True)
class _Row:
    reservation: Reservation
    change: ReservationChange
    moved_spot: bool


@dataclass(frozen=True, slots=True)
class _WhyNot:
    """Why an operation cannot be undone: something changed since, its mail left, its time is over, or it is final."""

    later: ReservationChange | None = None
    members: frozenset[str] = frozenset()
    is_undo: bool = False
    sent_at: datetime | None = None
    over_at: datetime | None = None


def operation_named(name: str) -> Operation:
    """The operation of this name, whoever performs it."""
    return _TABLE[name]


def undo_name(name: str) -> str:
    """The action under which the undo of an operation is recorded."""
    return f"undo_{name}"


def undoable(session: Session, reservation: Reservation, now: datetime) -> list[Undoable]:
    """What can be undone now, the newest first."""
    done = _performed_on(session, reservation, now, UNDO_WINDOW)
    found = (_judged(session, row, performed, now) for row, performed in done)
    return [one for one in found if isinstance(one, Undoable)]


def ending_undoable(session: Session, reservation: Reservation, now: datetime) -> bool:
    """Whether what ended the reservation can be undone: then nothing else brings it back."""
    ends = (one.name for one in _TABLE.values() if one.to_state not in (None, *HOLDS_A_SPOT))
    return not {one.name for one in undoable(session, reservation, now)}.isdisjoint(ends)


@dataclass(frozen=True, slots=True)
class Offer:
    """What one key takes back, or why it takes nothing back."""

    undo: Undoable | None
    because: str


def offered(session: Session, reservation: Reservation, now: datetime, actor: str) -> Offer:
    """The newest of what the actor did with the reservation. Who did nothing with it is offered the newest operation of
    others, but never to take their corrections of facts back.
    """
    done = _performed_on(session, reservation, now)
    own = [one for one in done if one[1].actor == actor]
    why_not = None
    for row, performed in own or [one for one in done if one[1].name != EDIT.name]:
        judged = _judged(session, row, performed, now)
        if isinstance(judged, Undoable):
            return Offer(judged, "")
        why_not = why_not or judged
    return Offer(None, f"Nichts zurückzunehmen, {_because(session, why_not, actor, now)}.")


def _performed_on(
    session: Session, reservation: Reservation, now: datetime, since: timedelta = _LOOKED_BACK
) -> list[tuple[_Row, StaffOperation]]:
    """The operations since then with what each changed of the reservation, newest first."""
    query = (
        select(ReservationChange, StaffOperation)
        .join(StaffOperation, StaffOperation.id == ReservationChange.operation_id)
        .where(ReservationChange.reservation_id == reservation.id, ReservationChange.action == StaffOperation.name)
        .where(StaffOperation.at > now - since)
        .order_by(ReservationChange.id.desc())
    )
    return [(_Row(reservation, made, False), performed) for made, performed in session.execute(query)]


def _judged(session: Session, row: _Row, performed: StaffOperation, now: datetime) -> Undoable | _WhyNot:
    operation = _TABLE[performed.name]
    if found := _changed_since(session, operation, [row]).get(row.reservation.id):
        return found
    until = deadline(session, operation, performed, [row.reservation])
    if until is None:
        return _WhyNot()
    if operation.undo is UndoRule.UNTIL_SENT and not _unsent(session, operation, performed.id, [row.reservation], now):
        return _WhyNot(sent_at=outbox.sent_at(session, _key(operation, row.reservation, performed.id)) or now)
    if now >= until:
        return _WhyNot(over_at=until)
    return Undoable(performed.id, performed.name, until)


def _changed_since(session: Session, operation: Operation, rows: Sequence[_Row]) -> dict[int, _WhyNot]:
    """By reservation, the first later change of a member that the operation changed or depended on."""
    if not rows:
        return {}
    by_id = {row.reservation.id: row for row in rows}
    is_later = ReservationChange.id > min(row.change.id for row in rows)
    query = select(ReservationChange).where(ReservationChange.reservation_id.in_(by_id), is_later)
    found: dict[int, _WhyNot] = {}
    for later in session.scalars(query.order_by(ReservationChange.id)):
        made = by_id[later.reservation_id].change
        decided = (frozenset(made.after) - _NOTES) | operation.undone_while | _ENDS
        if later.id > made.id and (touched := decided.intersection(later.after)):
            is_undo = later.action == undo_name(operation.name) and later.operation_id == made.operation_id
            found.setdefault(later.reservation_id, _WhyNot(later, touched, is_undo))
    return found


def _because(session: Session, why_not: _WhyNot | None, actor: str, now: datetime) -> str:
    """The reason as a clause."""
    if why_not is None:
        return "weil hier in den letzten Tagen nichts getan wurde, was sich zurücknehmen lässt"
    if why_not.is_undo:
        return "weil es schon zurückgenommen ist"
    if why_not.later is not None:
        return f"weil {_who_changed(session, why_not.later, why_not.members, actor)}"
    if why_not.sent_at is not None:
        return f"weil die Mail {at_moment(why_not.sent_at, now)} hinausgegangen ist"
    if why_not.over_at is not None:
        return f"weil die Frist {at_moment(why_not.over_at, now)} abgelaufen ist"
    return "weil der letzte Vorgang endgültig ist"


def _who_changed(session: Session, later: ReservationChange, members: Collection[str], actor: str) -> str:
    """„Jonas Reiter seitdem die Postleitzahl geändert hat“."""
    if "erased" in members:
        return "die Daten des Haushalts gelöscht sind"
    if "spot" in members:
        return "der Platz inzwischen frei geworden ist"
    what = " und ".join(dict.fromkeys(label for name, label in MEMBER.items() if name in members)) or "etwas daran"
    if later.actor == actor:
        return f"Sie seitdem {what} geändert haben"
    named = actor_names(session, [later.actor]).get(later.actor)
    who = named or {HOUSEHOLD: "der Haushalt"}.get(later.actor, "ein Ablauf")
    return f"{who} seitdem {what} geändert hat"


def undo(
    session: Session, operation_id: int, actor: str, role: str, now: datetime, only: Collection[int] | None = None
) -> Performed:
    """Undo an operation, entirely or `only` for these reservations. A unit of `Database.write`."""
    performed = session.get(StaffOperation, operation_id, with_for_update=True, populate_existing=True)
    if performed is None:
        raise UnknownOperation
    operation = _TABLE[performed.name]
    _check(operation, performed, role, now)
    rows = _rows(session, operation, performed, only)
    refusals = _refusals(session, operation, performed, rows, actor, now)
    if operation is MERGE and refusals:
        first = next(iter(refusals.values()))
        raise OperationRefused(first.code, first.detail)
    allowed = [row for row in rows if row.reservation.id not in refusals]
    for row in allowed:
        _restore(session, row, operation, Note(actor, undo_name(operation.name), "", performed.id), now)
    if allowed:
        if only is None:
            performed.undone_at, performed.undone_by = now, actor
        session.flush()
        details = {row.reservation.id: undoing.settle(session, row.reservation, row.change, now) for row in allowed}
        _settle_mails(session, operation, performed, allowed, now)
        audit.append(session, _events(actor, operation, performed, details), now)
    return Performed(performed.id, None, [_result(row, refusals) for row in rows])


def _check(operation: Operation, performed: StaffOperation, role: str, now: datetime) -> None:
    if role not in operation.roles:
        raise Forbidden
    if performed.undo_until is None:
        raise UndoNotPossible(f"Das lässt sich nicht rückgängig machen. {operation.no_undo_because}")
    if performed.undone_at is not None:
        raise UndoNotPossible("Das wurde schon rückgängig gemacht.")
    if now >= performed.undo_until:
        raise UndoOver(at_moment(performed.undo_until, now))


def _rows(
    session: Session, operation: Operation, performed: StaffOperation, only: Collection[int] | None
) -> list[_Row]:
    """The operation's changes, with their reservations locked, in the order of their ids."""
    made = select(ReservationChange).where(
        ReservationChange.operation_id == performed.id, ReservationChange.action == operation.name
    )
    changes = {row.reservation_id: row for row in session.scalars(made)}
    ids = changes.keys() if only is None else changes.keys() & set(only)
    parks = {park for id_ in ids for park in undoing.parks_of(changes[id_])}
    found = lock(session, ids, with_parks=operation.spot is not SpotEffect.KEEP, parks=parks)
    holds = operation.spot is SpotEffect.HOLD
    return [_Row(row, changes[row.id], holds and "state" in changes[row.id].after) for row in found]


def _refusals(
    session: Session, operation: Operation, performed: StaffOperation, rows: Sequence[_Row], actor: str, now: datetime
) -> Mapping[int, Refusal]:
    """Why rows cannot be restored. Checking takes the spots at once, so that no other call can take them in between."""
    refusals: dict[int, Refusal] = {}
    unsent: set[int] = set()
    if operation.undo is UndoRule.UNTIL_SENT:
        unsent = _unsent(session, operation, performed.id, [row.reservation for row in rows], now, lock_mails=True)
    since = _changed_since(session, operation, rows)
    for row in rows:
        if changed := since.get(row.reservation.id):
            because = _because(session, changed, actor, now)
            refusals[row.reservation.id] = Refusal("changed_since", f"Das geht nicht mehr, {because}.")
        elif operation.undo is UndoRule.UNTIL_SENT and row.reservation.id not in unsent:
            refusals[row.reservation.id] = _MAIL_SENT
        elif why_not := undoing.take_back(session, row.reservation, row.change, now):
            refusals[row.reservation.id] = why_not
    waiting = [row.reservation for row in rows if row.moved_spot and row.reservation.id not in refusals]
    taken: set[tuple[str, int]] = set()
    for park, kwh_of in spots_by_park(waiting).items():
        taken |= {(park, number) for number in allocation.take_back(session, park, kwh_of.keys(), now)}
    gone = [row for row in waiting if (row.park_id, row.spot_number) not in taken]
    refusals |= dict.fromkeys((row.id for row in gone), _SPOT_GONE)
    return refusals


def _restore(session: Session, row: _Row, operation: Operation, note: Note, now: datetime) -> None:
    """Restore the values that the change replaced. A place that lapsed has no deadline any more, or it would lapse
    again at once: staff who restore it answer for the address.
    """
    columns = Reservation.__table__.c
    before, after = row.change.before, row.change.after
    values = {name: _stored(columns[name].type, value) for name, value in before.items() if name in columns}
    if operation is LAPSE:
        values["confirm_by"] = None
    related = {name: (after[name], value) for name, value in before.items() if name not in columns}
    if "tags" in related:
        tagging.replace_tags(session, row.reservation.id, *related["tags"])
    resume(session, operation, row.reservation, after.get(WITHHELD, ()))
    change(session, row.reservation, values, note, now, related)


def _stored(kind: Any, value: Any) -> Any:
    """A value of a change's JSON as its column holds it."""
    if value is None or not isinstance(value, str):
        return value
    if isinstance(kind, UtcDateTime):
        return datetime.fromisoformat(value)
    return date.fromisoformat(value) if isinstance(kind, Date) else value


def _settle_mails(
    session: Session, operation: Operation, performed: StaffOperation, rows: Sequence[_Row], now: datetime
) -> None:
    """Cancel waiting mails and correct sent ones. A merger is announced to the reservation that stays; the correction
    goes to those that are restored.
    """
    if operation.mail is None:
        return
    made = {row.reservation.id: row.change for row in rows}
    keys = {letter_key(operation.mail, row.reservation.reference, performed.id): row.reservation for row in rows}
    key_of = {reservation.id: key for key, reservation in keys.items()}
    ordered = outbox.ordered(session, list(keys))
    left = ordered - outbox.cancel(session, list(keys), now)
    corrected = [keys[key] for key in sorted(left)]
    if operation is MERGE and left:
        corrected = [row.reservation for row in rows if row.moved_spot]
    fields = field_members(session, {reservation.park_id for reservation in corrected})
    mails = []
    for row in corrected:
        members = undoing.correcting_members(session, made[row.id], key_of[row.id])
        mails.append(correction(row, operation, performed.id, **fields[row.park_id], **members))
    outbox.order(session, mails, now)


def _unsent(
    session: Session,
    operation: Operation,
    operation_id: int,
    rows: Sequence[Reservation],
    now: datetime,
    *,
    lock_mails: bool = False,
) -> set[int]:
    """Ids of the reservations whose household cannot have received the operation's mail."""
    keys = {_key(operation, row, operation_id): row.id for row in rows}
    return {keys[key] for key in outbox.unsent(session, list(keys), now, lock=lock_mails)}


def _key(operation: Operation, reservation: Reservation, operation_id: int) -> str:
    return letter_key(str(operation.mail), reservation.reference, operation_id)


def _events(
    actor: str, operation: Operation, performed: StaffOperation, details: Mapping[int, Mapping[str, Any]]
) -> list[audit.Event]:
    """One for the operation, and one for each reservation by its id, with its details."""
    name = undo_name(operation.name)
    events = [audit.Event(actor, f"operation.{name}", f"operation:{performed.id}", {"ids": list(details)})]
    for id_, more in details.items():
        told = {"operation": performed.id, **more}
        events.append(audit.Event(actor, f"reservation.{name}", f"reservation:{id_}", told))
    return events


def _result(row: _Row, refusals: Mapping[int, Refusal]) -> RowResult:
    reservation = row.reservation
    reason = refusals.get(reservation.id)
    return refused_row(reservation.id, reservation, reason) if reason else done_row(reservation)
