"""Details of one spot: its state, holder and history."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.parks.errors import UnknownPark, UnknownSpot
from services.parks.models import HoldReason, Park, ParkChange, Spot, SpotState
from services.reservations.desk.parks.spots import HAS_IT, beginning_of_yesterday, spot_kind
from services.reservations.models import ACTIVE, GIVEN_UP, Reservation, ReservationChange
from services.reservations.states import HOLDS_A_SPOT
from services.staff.actor_names import actor_names

_MOST_CHANGES = 500
_MOST_EVENTS = 100
PARK_ACTIONS = ("spots_blocked", "spots_released")


@dataclass(frozen=True, slots=True)
class SpotEvent:
    """An event in the history of the spot or of a reservation that has or had it."""

    at: datetime
    actor: str
    actor_name: str | None
    action: str
    reason: str


@dataclass(frozen=True, slots=True)
class SpotDetail:
    """`kind` is one of capacity.KINDS; the reservation is the active one, or the one that may still come back."""

    spot: Spot
    kind: str
    reservation: Reservation | None
    history: Sequence[SpotEvent]


def spot_detail(session: Session, park_id: str, number: int, now: datetime) -> SpotDetail:
    """One spot; raises UnknownPark or UnknownSpot."""
    park = session.get(Park, park_id)
    if park is None:
        raise UnknownPark
    kind = spot_kind(park, beginning_of_yesterday(now))
    chosen = (Spot.park_id == park_id) & (Spot.number == number)
    row = session.execute(select(Spot, kind).outerjoin(Reservation, HAS_IT).where(chosen)).one_or_none()
    if row is None:
        raise UnknownSpot
    reservations = _reservations(session, park_id, number)
    return SpotDetail(row[0], row[1], _owner(row[0], reservations), _history(session, row[0], reservations))


def _reservations(session: Session, park_id: str, number: int) -> Sequence[Reservation]:
    """All reservations that have or had it, earliest first; in two queries, because each has its own index."""
    its = (Reservation.park_id == park_id) & (Reservation.spot_number == number)
    parts = (session.scalars(select(Reservation).where(its, condition)).all() for condition in (GIVEN_UP, ACTIVE))
    return sorted((one for part in parts for one in part), key=lambda one: one.id)


def _owner(spot: Spot, reservations: Sequence[Reservation]) -> Reservation | None:
    """The holder of the spot; while a cancellation can be undone, the last holder."""
    if not reservations:
        return None
    if spot.state == SpotState.HELD.value and spot.held_for == HoldReason.UNDO.value:
        named = [one for one in reservations if one.id == spot.held_reservation_id]
        return named[0] if named else max(reservations, key=lambda one: one.updated_at)
    return next((one for one in reservations if one.state in HOLDS_A_SPOT), None)


def _history(session: Session, spot: Spot, reservations: Sequence[Reservation]) -> list[SpotEvent]:
    """The latest first: reserved, each change of state since, blocked, released."""
    changes: list[ReservationChange | ParkChange] = []
    ids = [one.id for one in reservations]
    of_these = select(ReservationChange).where(ReservationChange.reservation_id.in_(ids))
    changes += (one for one in session.scalars(of_these) if "state" in one.after)
    of_park = select(ParkChange).where(ParkChange.park_id == spot.park_id, ParkChange.action.in_(PARK_ACTIONS))
    latest = of_park.order_by(ParkChange.id.desc()).limit(_MOST_CHANGES)
    changes += (one for one in session.scalars(latest) if spot.number in one.after["numbers"])
    names = actor_names(session, {one.actor for one in changes})
    events = [SpotEvent(one.at, one.actor, names.get(one.actor), one.action, one.reason) for one in changes]
    events += (SpotEvent(one.created_at, "household", None, "reserved", "") for one in reservations)
    return sorted(events, key=lambda event: event.at, reverse=True)[:_MOST_EVENTS]
