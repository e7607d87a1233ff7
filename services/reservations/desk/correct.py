"""What corrections of one reservation have in common: which row, and what is written down at the end."""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.parks import allocation
from services.reservations.changes import Note, change
from services.reservations.desk.outcomes import Refusal, done_row, refusal
from services.reservations.desk.perform import STALE, Request, events_of, is_stale, lock, record, untold_note
from services.reservations.desk.schemas import PerformedOut
from services.reservations.desk.undoable import deadline
from services.reservations.errors import OperationRefused, UnknownReservation
from services.reservations.history import entries_since
from services.reservations.mails import letter, order_letters
from services.reservations.models import Reservation, ReservationChange, StaffOperation
from services.reservations.transitions import Operation
from services.staff import audit

_ERASED: Final = Refusal("erased", "Die Daten dieses Haushalts sind gelöscht. Daran lässt sich nichts mehr ändern.")


def _nothing(*_asked: object) -> dict[str, Any]:
    return {}


@dataclass(frozen=True, slots=True)
class Corrected:
    """What is to be written down: new columns, members of the mail, details of the log. `settle` runs once the row has
    its new columns, and returns further details.
    """

    columns: dict[str, Any]
    members: dict[str, Any]
    details: dict[str, Any]
    settle: Callable[[StaffOperation], dict[str, Any]] = _nothing


@dataclass(frozen=True, slots=True)
class TakingBack:
    """What undoing a correction does in addition to restoring the columns. `first` takes back the spot or the energy:
    None if that succeeded, otherwise why it is impossible, for example since another household has it, with nothing
    changed. `then` runs after the columns are restored and returns details for the log. `has_lines`: the mail lists old
    and new values.
    """

    first: Callable[[Session, Reservation, ReservationChange, datetime], Refusal | None]
    then: Callable[[Session, Reservation, ReservationChange, datetime], dict[str, Any]] = _nothing
    has_lines: bool = False


def locked(session: Session, request: Request, parks: Collection[str] = ()) -> Reservation:
    """The reservation with its park and these, locked in the order of every writer. UnknownReservation;
    OperationRefused where it may not be corrected so, or was changed meanwhile.
    """
    (id_,) = request.ids
    present = session.scalar(select(Reservation.park_id).where(Reservation.id == id_))
    if present is None:
        raise UnknownReservation
    for park in sorted({present, *parks}):
        allocation.lock_park(session, park)
    (reservation,) = lock(session, [id_], with_parks=False)
    refuse(request.operation, reservation)
    if reservation.park_id != present or is_stale(session, request, reservation):
        changes = entries_since(session, reservation.id, request.version or reservation.version)
        told = [one.model_dump(mode="json") for one in changes]
        raise refused(STALE, reservation, changes=told)
    return reservation


def refuse(operation: Operation, reservation: Reservation) -> None:
    """OperationRefused where the table does not allow it."""
    why_not = _ERASED if reservation.erased_at is not None else refusal(operation, reservation)
    if why_not is not None:
        raise refused(why_not, reservation)


def refused(why: Refusal, reservation: Reservation, **members: object) -> OperationRefused:
    """The refusal of a correction, with the reservation's state and version."""
    return OperationRefused(why.code, why.detail, state=reservation.state, version=reservation.version, **members)


def write_down(
    session: Session, request: Request, reservation: Reservation, corrected: Corrected, now: datetime
) -> PerformedOut:
    """Change the row, order the mail, write history and log: the end of every correction."""
    performed = record(session, request, now)
    note = Note(request.actor, request.operation.name, request.reason, performed.id)
    change(session, reservation, corrected.columns, note, now, untold_note(request))
    session.flush()
    if request.is_told:
        mail = letter(reservation, request.operation, performed, now, **corrected.members)
        order_letters(session, [mail], now)
    details = corrected.details | corrected.settle(performed) | ({"told": False} if request.untold else {})
    whole = {"ids": [reservation.id], "refused": 0}
    events = events_of(request.actor, request.operation.name, performed.id, whole, {reservation.id: details})
    audit.append(session, events, now)
    until = deadline(session, request.operation, performed, [reservation])
    return PerformedOut.of(performed.id, until, [done_row(reservation)])
