"""Undo of an operation within 24 hours, on the server, row by row.

A row gets back the members that the operation changed, unless somebody has changed one of them since, or what the
operation depended on; a change of anything else does not end the undo. Nor is it possible once its spot is gone or its
household has been sent something irrevocable. Waiting mails are cancelled; for one already sent, a correction follows.
What the operation had withheld waits again.
A merger, or an exchange of places, is one decision over several rows and is undone as a whole or not at all.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import Date, select
from sqlalchemy.orm import Session

from services.core.db.db import UtcDateTime
from services.core.german import at_moment
from services.mail import outbox
from services.mail.models import Mail
from services.parks import allocation
from services.reservations.changes import FOLLOWED_UP, WITHHELD, Note, change, replace_tags
from services.reservations.desk import change_share, move_spot, reopen, swap_spots
from services.reservations.desk.correct import TakingBack
from services.reservations.desk.outcomes import Refusal, done_row, refused_row
from services.reservations.desk.perform import events_of, lock, resume, spots_by_park
from services.reservations.desk.schemas import PerformedOut, RowOut
from services.reservations.desk.undoable import (
    ChangedRow,
    because_of,
    changed_since,
    undo_name,
    unsent_of,
)
from services.reservations.errors import OperationRefused, UndoNotPossible, UndoOver, UnknownOperation
from services.reservations.mails import correction as correcting
from services.reservations.mails import field_members, letter_key, order_letters
from services.reservations.models import Reservation, ReservationChange, StaffOperation
from services.reservations.transitions import (
    ANSWER_AGAIN,
    CHANGE_SHARE,
    EVERY,
    LAPSE,
    LAPSE_INVITATION,
    MERGE,
    MOVE_SPOT,
    REOPEN,
    SWAP_SPOTS,
    Operation,
    SpotEffect,
    UndoRule,
)
from services.staff import audit
from services.staff.errors import Forbidden

_SPOT_GONE = Refusal("spot_gone", "Der Platz ist inzwischen frei oder anders vergeben.")
_MAIL_SENT = Refusal("mail_sent", "Die Mail ist schon hinausgegangen.")
_CORRECTIONS: Final[Mapping[str, TakingBack]] = {
    CHANGE_SHARE.name: change_share.TAKING_BACK,
    MOVE_SPOT.name: move_spot.TAKING_BACK,
    SWAP_SPOTS.name: swap_spots.TAKING_BACK,
    REOPEN.name: reopen.TAKING_BACK,
}
_WHOLE: Final = (MERGE, SWAP_SPOTS)
"""One decision over several rows."""


def undo(
    session: Session, operation_id: int, actor: str, role: str, now: datetime, only: Collection[int] | None = None
) -> PerformedOut:
    """Undo an operation, entirely or `only` for these reservations. A unit of `Database.write`."""
    performed = session.get(StaffOperation, operation_id, with_for_update=True, populate_existing=True)
    if performed is None:
        raise UnknownOperation
    operation = EVERY[performed.name]
    if role not in operation.roles:
        raise Forbidden
    if performed.undo_until is None:
        raise UndoNotPossible(f"Das lässt sich nicht rückgängig machen. {operation.no_undo_because}")
    if performed.undone_at is not None:
        raise UndoNotPossible("Das wurde schon rückgängig gemacht.")
    if now >= performed.undo_until:
        raise UndoOver(at_moment(performed.undo_until, now))
    rows = _rows(session, operation, performed, None if operation in _WHOLE else only)
    refusals = _refusals(session, operation, performed, rows, actor, now)
    if operation in _WHOLE and refusals:
        first = next(iter(refusals.values()))
        raise OperationRefused(first.code, first.detail)
    allowed = [row for row in rows if row.reservation.id not in refusals]
    for row in allowed:
        _restore(session, row, operation, Note(actor, undo_name(operation.name), "", performed.id), now)
    if allowed:
        if only is None:
            performed.undone_at, performed.undone_by = now, actor
        session.flush()
        correction = _CORRECTIONS.get(operation.name)
        details: dict[int, Mapping[str, Any]] = {
            row.reservation.id: correction.then(session, row.reservation, row.change, now) if correction else {}
            for row in allowed
        }
        _settle_mails(session, operation, performed, allowed, now)
        whole = {"ids": list(details)}
        audit.append(session, events_of(actor, undo_name(operation.name), performed.id, whole, details), now)
    return PerformedOut.of(performed.id, None, [_result(row, refusals) for row in rows])


def _rows(
    session: Session, operation: Operation, performed: StaffOperation, only: Collection[int] | None
) -> list[ChangedRow]:
    """The operation's changes, with their reservations locked, in the order of their ids."""
    made = select(ReservationChange).where(
        ReservationChange.operation_id == performed.id, ReservationChange.action == operation.name
    )
    changes = {row.reservation_id: row for row in session.scalars(made)}
    ids = changes.keys() if only is None else changes.keys() & set(only)
    parks = {str(changes[id_].before["park_id"]) for id_ in ids if "park_id" in changes[id_].before}
    found = lock(session, ids, with_parks=operation.spot is not SpotEffect.KEEP, parks=parks)
    holds = operation.spot is SpotEffect.HOLD
    return [ChangedRow(row, changes[row.id], holds and "state" in changes[row.id].after) for row in found]


def _refusals(
    session: Session,
    operation: Operation,
    performed: StaffOperation,
    rows: Sequence[ChangedRow],
    actor: str,
    now: datetime,
) -> Mapping[int, Refusal]:
    """Why rows cannot be restored. Checking takes the spots at once, so that no other call can take them in between."""
    refusals: dict[int, Refusal] = {}
    unsent: set[int] = set()
    if operation.undo is UndoRule.UNTIL_SENT:
        unsent = unsent_of(session, operation, performed.id, [row.reservation for row in rows], now, lock_mails=True)
    since, correction = changed_since(session, operation, rows), _CORRECTIONS.get(operation.name)
    for row in rows:
        if changed := since.get(row.reservation.id):
            because = because_of(session, changed, actor, now)
            refusals[row.reservation.id] = Refusal("changed_since", f"Das geht nicht mehr, {because}.")
        elif operation.undo is UndoRule.UNTIL_SENT and row.reservation.id not in unsent:
            refusals[row.reservation.id] = _MAIL_SENT
        elif correction and (why_not := correction.first(session, row.reservation, row.change, now)):
            refusals[row.reservation.id] = why_not
    waiting = [row.reservation for row in rows if row.moved_spot and row.reservation.id not in refusals]
    taken: set[tuple[str, int]] = set()
    for park, kwh_of in spots_by_park(waiting).items():
        taken |= {(park, number) for number in allocation.take_back(session, park, kwh_of.keys(), now)}
    gone = [row for row in waiting if (row.park_id, row.spot_number) not in taken]
    refusals |= dict.fromkeys((row.id for row in gone), _SPOT_GONE)
    return refusals


def _restore(session: Session, row: ChangedRow, operation: Operation, note: Note, now: datetime) -> None:
    """Restore the values that the change replaced. A place that lapsed has no deadline any more, or a later one, or it
    would lapse again at once: staff who restore it answer for the address. A follow-up that was set since stays.
    """
    columns = Reservation.__table__.c
    before, after = row.change.before, row.change.after
    values = {name: _stored(columns[name].type, value) for name, value in before.items() if name in columns}
    if operation is LAPSE:
        values["confirm_by"] = None
    if operation is LAPSE_INVITATION:
        values["decide_by"] = now + ANSWER_AGAIN
    followed_up = [name for name in FOLLOWED_UP if name in values]
    if any(_stored(columns[name].type, after[name]) != getattr(row.reservation, name) for name in followed_up):
        values = {name: value for name, value in values.items() if name not in FOLLOWED_UP}
    related = {name: (after[name], value) for name, value in before.items() if name not in columns}
    if "tags" in related:
        replace_tags(session, row.reservation.id, *related["tags"])
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
    session: Session, operation: Operation, performed: StaffOperation, rows: Sequence[ChangedRow], now: datetime
) -> None:
    """Cancel waiting mails and correct sent ones. A merger is announced to the reservation that stays; the correction
    goes to those that are restored.
    """
    if operation.mail is None:
        return
    keys = {letter_key(operation.mail, row.reservation.reference, performed.id): row.reservation for row in rows}
    key_of = {reservation.id: key for key, reservation in keys.items()}
    ordered = outbox.ordered(session, list(keys))
    left = ordered - outbox.cancel(session, list(keys), now)
    corrected = [keys[key] for key in sorted(left)]
    if operation is MERGE and left:
        corrected = [row.reservation for row in rows if row.moved_spot]
    fields = field_members(session, {reservation.park_id for reservation in corrected})
    has_lines = operation.name in _CORRECTIONS and _CORRECTIONS[operation.name].has_lines
    mails = []
    for row in corrected:
        members = _turned_lines(session, key_of[row.id]) if has_lines else {}
        mails.append(correcting(row, operation, performed.id, **fields[row.park_id], **members))
    order_letters(session, mails, now)


def _turned_lines(session: Session, sent_key: str) -> dict[str, Any]:
    """The lines of the mail sent under this key the other way round."""
    values = session.scalars(select(Mail.values).where(Mail.dedupe_key == sent_key)).one()
    return {"lines": [[label, after, before] for label, before, after in values["lines"]], "is_by_us": True}


def _result(row: ChangedRow, refusals: Mapping[int, Refusal]) -> RowOut:
    reservation = row.reservation
    reason = refusals.get(reservation.id)
    return refused_row(reservation.id, reservation, reason) if reason else done_row(reservation)
