"""Staff give a household another place: another free number of its park, or one of another park that sells."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.german import number as written
from services.parks import allocation
from services.parks.models import Park, Spot, SpotState
from services.reservations.desk.correct import (
    Corrected,
    TakingBack,
    locked,
    refuse,
    refused,
    write_down,
)
from services.reservations.desk.outcomes import Refusal, consequences
from services.reservations.desk.perform import Request
from services.reservations.desk.schemas import MovePreviewOut, PerformedOut
from services.reservations.desk.show import find
from services.reservations.models import Reservation, ReservationChange
from services.reservations.transitions import MOVE_SPOT

_WHY_NOT_FREE: Final = {
    SpotState.RESERVED: ("spot_taken", "ist vergeben"),
    SpotState.HELD: ("spot_held", "ist vorgemerkt und noch nicht frei"),
    SpotState.BLOCKED: ("spot_blocked", "ist gesperrt"),
}
_UNDO: Final = "Dafür muss der Platz {} dann noch frei sein."
_SPOT_GONE: Final = Refusal("spot_gone", "Der frühere Platz ist inzwischen anders vergeben.")


@dataclass(frozen=True, slots=True)
class Place:
    """A spot by its park and number."""

    park: str
    number: int


def place_of(reservation: Reservation) -> Place:
    return Place(reservation.park_id, reservation.spot_number)


def preview(session: Session, reservation_id: int, target: Place, *, notify: bool) -> MovePreviewOut:
    """What a move would mean. UnknownReservation; OperationRefused where no move is possible at all."""
    reservation = find(session, reservation_id)
    refuse(MOVE_SPOT, reservation)
    origin = place_of(reservation)
    why_not = _refusal(session, origin, target, reservation.annual_kwh)
    if why_not is not None:
        return MovePreviewOut(consequences=[], refusal=why_not)
    sentences = consequences(MOVE_SPOT, [reservation], is_told=notify)
    where = "" if origin.park == target.park else f" im Solarpark {_name(session, target.park)}"
    waits = session.get_one(Park, origin.park).waiting
    next_one = " und geht an die Warteliste" if waits else ""
    of_move = [
        f"Der Haushalt bekommt den Platz {target.number}{where} statt des Platzes {origin.number}.",
        f"Der Platz {origin.number} wird sofort frei{next_one}.",
    ]
    return MovePreviewOut(consequences=[*of_move, *sentences, _UNDO.format(origin.number)], refusal=None)


def move_spot(session: Session, request: Request, target: Place, now: datetime) -> PerformedOut:
    """Exchange the spots: one is freed and the other taken in the same transaction, or neither. UnknownReservation,
    OperationRefused. A unit of work.
    """
    reservation = locked(session, request, [target.park])
    origin = place_of(reservation)
    why_not = _refusal(session, origin, target, reservation.annual_kwh)
    if why_not is not None:
        raise refused(why_not, reservation)
    if not exchange(session, reservation, target, now):
        raise refused(Refusal("spot_taken", f"Platz {target.number} ist vergeben."), reservation)
    members = {"lines": place_lines(session, origin, target), "is_by_us": True}
    details = {
        "from": [origin.park, origin.number],
        "to": [target.park, target.number],
        "state": reservation.state,
    }
    columns = {"park_id": target.park, "spot_number": target.number}
    corrected = Corrected(columns, members, details)
    return write_down(session, request, reservation, corrected, now)


def exchange(session: Session, reservation: Reservation, target: Place, now: datetime) -> bool:
    """Exchange the spot of a locked reservation, whose columns the caller then sets. False: the other is not free."""
    origin = (reservation.park_id, reservation.spot_number)
    return allocation.move(session, origin, (target.park, target.number), reservation.annual_kwh, now)


def place_lines(session: Session, origin: Place, target: Place) -> list[list[str]]:
    """Old and new side by side, for the mail."""
    lines = [["Platz", str(origin.number), str(target.number)]]
    if origin.park != target.park:
        lines.insert(0, ["Solarpark", _name(session, origin.park), _name(session, target.park)])
    return lines


def _refusal(session: Session, origin: Place, target: Place, kwh: int) -> Refusal | None:
    if origin == target:
        return Refusal("unchanged", "Diesen Platz hat der Haushalt schon.")
    park = session.get(Park, target.park, populate_existing=True)
    if park is None:
        return Refusal("unknown_park", "Diesen Solarpark gibt es nicht.")
    of_park = _of_park(park, kwh) if target.park != origin.park else None
    return of_park or _of_spot(session, park, target)


def _of_park(park: Park, kwh: int) -> Refusal | None:
    if park.cancelled_at is not None:
        return Refusal("park_cancelled", f"Der Solarpark {park.name} wird nicht gebaut.")
    if park.paused_at is not None:
        return Refusal("park_paused", f"Im Solarpark {park.name} sind die Reservierungen angehalten.")
    if park.waiting:
        return Refusal("somebody_waits", f"Im Solarpark {park.name} warten schon Haushalte auf einen Platz.")
    if park.kwh_limit is not None and park.kwh_taken + kwh > park.kwh_limit:
        left = written(max(park.kwh_limit - park.kwh_taken, 0))
        return Refusal("too_little_energy", f"Im Solarpark {park.name} sind nur noch {left} kWh im Jahr frei.")
    return None


def _of_spot(session: Session, park: Park, target: Place) -> Refusal | None:
    query = select(Spot.state).where(Spot.park_id == target.park, Spot.number == target.number)
    state = session.scalar(query)
    if state is None:
        return Refusal("unknown_spot", f"Einen Platz {target.number} gibt es im Solarpark {park.name} nicht.")
    if state != SpotState.FREE:
        code, words = _WHY_NOT_FREE[SpotState(state)]
        return Refusal(code, f"Platz {target.number} {words}.")
    if target.number > park.spot_limit:
        return Refusal("beyond_limit", f"Platz {target.number} liegt über der Platzgrenze des Parks.")
    return None


def _name(session: Session, park: str) -> str:
    return session.get_one(Park, park).name


def _take_back(session: Session, reservation: Reservation, made: ReservationChange, now: datetime) -> Refusal | None:
    park = str(made.before.get("park_id", reservation.park_id))
    number = int(made.before.get("spot_number", reservation.spot_number))
    return None if exchange(session, reservation, Place(park, number), now) else _SPOT_GONE


def _after(_session: Session, reservation: Reservation, _made: ReservationChange, _now: datetime) -> dict[str, Any]:
    return {"state": reservation.state}


TAKING_BACK: Final = TakingBack(_take_back, _after, has_lines=True)
