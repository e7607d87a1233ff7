"""Two households of a park exchange their places, before either has a contract, which names its place.

No place becomes free and no energy moves, so nobody who waits is passed over. The database lets no two reservations
hold one place, not even in between: one of them gives its own up for a moment (`_exchange`).
"""

from datetime import datetime
from typing import Any, Final

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from services.parks import allocation
from services.reservations.changes import Note, change
from services.reservations.desk.correct import TakingBack, locked, refused
from services.reservations.desk.move_spot import Place, place_lines, place_of
from services.reservations.desk.outcomes import Refusal, consequences, done_row, refusal
from services.reservations.desk.perform import Request, events_of, lock, record, untold_note
from services.reservations.desk.schemas import PerformedOut
from services.reservations.desk.undoable import deadline
from services.reservations.mails import letter, order_letters
from services.reservations.models import ACTIVE, Reservation, ReservationChange
from services.reservations.states import ReservationState
from services.reservations.transitions import SWAP_SPOTS
from services.staff import audit

_OTHER_PARK: Final = Refusal("other_park", "Getauscht wird nur innerhalb eines Solarparks.")
_MOVED_ON: Final = Refusal("spot_gone", "Einer der beiden Haushalte hat seinen Platz inzwischen nicht mehr.")
_UNDO: Final = "Dafür müssen beide Haushalte ihre neuen Plätze dann noch haben."


def preview(session: Session, reservation: Reservation, target: Place, *, notify: bool) -> list[str] | None:
    """What an exchange with the household of this place would mean; None where it is impossible."""
    other = _holder(session, target)
    if other is None or _refusal(reservation, other, target) is not None:
        return None
    both = [reservation, other]
    return [
        f"Der Haushalt bekommt den Platz {other.spot_number} statt des Platzes {reservation.spot_number}.",
        f"{_name(other)} bekommt dafür den Platz {reservation.spot_number}. Kein Platz wird frei.",
        *consequences(SWAP_SPOTS, both, is_told=notify),
        _UNDO,
    ]


def swap_spots(session: Session, request: Request, target: Place, now: datetime) -> PerformedOut:
    """Exchange the places with the household that has the other one. UnknownReservation, OperationRefused. A unit of
    work.
    """
    reservation = locked(session, request, [target.park])
    found = _holder(session, target)
    if found is None:
        raise refused(Refusal("nobody_there", f"Den Platz {target.number} hat kein Haushalt."), reservation)
    pair = lock(session, [reservation.id, found.id], with_parks=False)
    other = next(row for row in pair if row.id == found.id)
    why_not = _refusal(reservation, other, target)
    if why_not is not None:
        raise refused(why_not, reservation)
    performed = record(session, request, now)
    places = {reservation.id: place_of(reservation), other.id: place_of(other)}
    to = {reservation.id: places[other.id], other.id: places[reservation.id]}
    _exchange(session, reservation, other)
    note = Note(request.actor, SWAP_SPOTS.name, request.reason, performed.id)
    for row in pair:
        change(session, row, {"spot_number": to[row.id].number}, note, now, untold_note(request))
    session.flush()
    if request.is_told:
        lines = {row.id: place_lines(session, places[row.id], to[row.id]) for row in pair}
        letters = [letter(row, SWAP_SPOTS, performed, now, lines=lines[row.id], is_by_us=True) for row in pair]
        order_letters(session, letters, now)
    details: dict[int, dict[str, Any]] = {
        row.id: {"from": places[row.id].number, "to": to[row.id].number, "state": row.state} for row in pair
    }
    whole = {"ids": [row.id for row in pair], "refused": 0}
    audit.append(session, events_of(request.actor, SWAP_SPOTS.name, performed.id, whole, details), now)
    until = deadline(session, SWAP_SPOTS, performed, pair)
    return PerformedOut.of(performed.id, until, [done_row(row) for row in pair])


def _holder(session: Session, place: Place) -> Reservation | None:
    has_it = (Reservation.park_id == place.park) & (Reservation.spot_number == place.number)
    return session.scalars(select(Reservation).where(ACTIVE, has_it)).one_or_none()


def _refusal(reservation: Reservation, other: Reservation, target: Place) -> Refusal | None:
    if other.id == reservation.id:
        return Refusal("unchanged", "Diesen Platz hat der Haushalt schon.")
    if place_of(other) != target:
        return _MOVED_ON
    if other.park_id != reservation.park_id:
        return _OTHER_PARK
    if refusal(SWAP_SPOTS, other) is not None:
        words = f"{_name(other)} hat für den Platz {target.number} schon einen Vertrag, und der nennt den Platz."
        return Refusal("wrong_state", words)
    return None


def _name(row: Reservation) -> str:
    return f"{row.first_name} {row.last_name}"


def _exchange(session: Session, one: Reservation, other: Reservation) -> None:
    """Exchange the numbers of two locked rows in the database; the caller sets them in the session."""
    first, second = one.spot_number, other.spot_number
    for row, values in (
        (other, {"state": ReservationState.CANCELLED.value}),
        (one, {"spot_number": second}),
        (other, {"spot_number": first, "state": other.state}),
    ):
        of_row = update(Reservation).where(Reservation.id == row.id)
        session.execute(of_row.values(values).execution_options(synchronize_session=False))


def _take_back(session: Session, reservation: Reservation, made: ReservationChange, _now: datetime) -> Refusal | None:
    """With the first of the two both go back; the second is back already."""
    number = int(made.before["spot_number"])
    query = select(Reservation.spot_number).where(Reservation.id == reservation.id)
    if session.scalar(query) == number:
        return None
    allocation.lock_park(session, reservation.park_id)
    other = _holder(session, Place(reservation.park_id, number))
    if other is None or refusal(SWAP_SPOTS, other) is not None:
        return _MOVED_ON
    _exchange(session, reservation, other)
    return None


def _after(_session: Session, reservation: Reservation, _made: ReservationChange, _now: datetime) -> dict[str, Any]:
    return {"state": reservation.state}


TAKING_BACK: Final = TakingBack(_take_back, _after, has_lines=True)
