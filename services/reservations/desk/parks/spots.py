"""The occupancy picture of a park, as runs of equal spots, and one spot with its holder and history."""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import get_args

from sqlalchemy import ColumnElement, and_, case, func, select, text
from sqlalchemy.orm import Session

from services.core.clock import berlin_day, start_of_berlin_day
from services.parks.errors import UnknownPark, UnknownSpot
from services.parks.forecast import Mix, forecast
from services.parks.fullness import park_fullness
from services.parks.models import HoldReason, Park, ParkChange, Spot, SpotState
from services.parks.schemas import fullness_out
from services.reservations.desk.parks.schemas import (
    CapacityOut,
    CountsOut,
    Kind,
    RunOut,
    SpotEventOut,
    SpotOut,
    SpotReservationOut,
)
from services.reservations.models import ACTIVE, GIVEN_UP, Reservation, ReservationChange
from services.reservations.states import HOLDS_A_SPOT, ReservationState
from services.staff.actor_names import actor_names
from services.staff.models import Role

KINDS = get_args(Kind)
"""How a spot is drawn. `new`: reserved since yesterday began; `overbooked`: taken beyond the limit."""
_TAKEN = (SpotState.RESERVED.value, SpotState.HELD.value)


def capacity(session: Session, park_id: str, now: datetime) -> CapacityOut:
    """The whole picture of a park; raises UnknownPark."""
    found = next(iter(park_fullness(session, park_id)), None)
    if found is None:
        raise UnknownPark
    park, fullness = found.park, found.fullness
    runs = _runs(session, park, now)
    counts = Counter(dict.fromkeys(KINDS, 0))
    for run in runs:
        counts[run.state] += run.last - run.first + 1
    query = select(func.count(), func.coalesce(func.sum(Reservation.annual_kwh), 0))
    active, active_kwh = session.execute(query.where(Reservation.park_id == park.id, ACTIVE)).one()
    return CapacityOut(
        park=park.id,
        fullness=fullness_out(fullness),
        counts=CountsOut.model_validate(counts),
        runs=runs,
        forecast=forecast(fullness, Mix(active, int(active_kwh))),
    )


def beginning_of_yesterday(now: datetime) -> datetime:
    """Midnight in Berlin: since then a reservation is `new`."""
    return start_of_berlin_day(berlin_day(now) - timedelta(days=1))


def spot_kind(park: Park, since: datetime) -> ColumnElement[str]:
    """The SQL expression for one of KINDS, over a spot outer-joined to its active reservation."""
    is_new = (Reservation.state == ReservationState.RESERVED.value) & (Reservation.created_at >= since)
    return case(
        ((Spot.number > park.spot_limit) & Spot.state.in_(_TAKEN), "overbooked"),
        (Spot.state == SpotState.HELD.value, func.coalesce(Spot.held_for, HoldReason.OFFER.value)),
        (Spot.state != SpotState.RESERVED.value, Spot.state),
        (is_new, "new"),
        else_=func.coalesce(Reservation.state, ReservationState.RESERVED.value),
    )


_IS_ACTIVE = text(f"reservations.{ACTIVE.text}")
"""As the index says it, with the table's name, because spots have a state too."""
HAS_IT = and_(Reservation.park_id == Spot.park_id, Reservation.spot_number == Spot.number, _IS_ACTIVE)
"""The join of a spot to the active reservation that has it, by the index of active spots."""


def _runs(session: Session, park: Park, now: datetime) -> list[RunOut]:
    """Gaps and islands: within a run, number minus rank among its kind is constant, which identifies the run."""
    is_drawn = (Spot.number <= park.spot_limit) | Spot.state.in_(_TAKEN)
    spots = (
        select(Spot.number, spot_kind(park, beginning_of_yesterday(now)).label("kind"))
        .outerjoin(Reservation, HAS_IT)
        .where(Spot.park_id == park.id, is_drawn)
        .subquery()
    )
    rank = func.row_number().over(partition_by=spots.c.kind, order_by=spots.c.number)
    ranked = select(spots.c.number, spots.c.kind, (spots.c.number - rank).label("run")).subquery()
    first, last = func.min(ranked.c.number), func.max(ranked.c.number)
    query = select(ranked.c.kind, first, last).group_by(ranked.c.kind, ranked.c.run).order_by(first)
    return [RunOut(state=kind, first=low, last=high) for kind, low, high in session.execute(query)]


_MOST_CHANGES = 500
_MOST_EVENTS = 100
PARK_ACTIONS = ("spots_blocked", "spots_released")


def spot_detail(session: Session, park_id: str, number: int, role: Role, now: datetime) -> SpotOut:
    """One spot, and for who may know it, who has it and what happened to it. The reservation is the active one, or the
    one that may still come back. UnknownPark, UnknownSpot.
    """
    park = session.get(Park, park_id)
    if park is None:
        raise UnknownPark
    kind = spot_kind(park, beginning_of_yesterday(now))
    chosen = (Spot.park_id == park_id) & (Spot.number == number)
    row = session.execute(select(Spot, kind).outerjoin(Reservation, HAS_IT).where(chosen)).one_or_none()
    if row is None:
        raise UnknownSpot
    spot, state = row
    if role is Role.MARKETING:
        return SpotOut(number=number, state=state, reason=None, held_until=None, reservation=None, history=None)
    # All reservations that have or had it, earliest first; in two queries, because each has its own index
    its = (Reservation.park_id == park_id) & (Reservation.spot_number == number)
    parts = (session.scalars(select(Reservation).where(its, condition)).all() for condition in (GIVEN_UP, ACTIVE))
    reservations = sorted((one for part in parts for one in part), key=lambda one: one.id)
    return SpotOut(
        number=number,
        state=state,
        reason=spot.reason,
        held_until=spot.held_until,
        reservation=_shown(_owner(spot, reservations)),
        history=_history(session, spot, reservations),
    )


def _shown(reservation: Reservation | None) -> SpotReservationOut | None:
    if reservation is None:
        return None
    name = f"{reservation.first_name} {reservation.last_name}"
    return SpotReservationOut(id=reservation.id, reference=reservation.reference, name=name)


def _owner(spot: Spot, reservations: Sequence[Reservation]) -> Reservation | None:
    """The holder of the spot; while a cancellation can be undone, the last holder."""
    if not reservations:
        return None
    if spot.state == SpotState.HELD.value and spot.held_for == HoldReason.UNDO.value:
        named = [one for one in reservations if one.id == spot.held_reservation_id]
        return named[0] if named else max(reservations, key=lambda one: one.updated_at)
    return next((one for one in reservations if one.state in HOLDS_A_SPOT), None)


def _history(session: Session, spot: Spot, reservations: Sequence[Reservation]) -> list[SpotEventOut]:
    """The latest first: reserved, each change of state since, blocked, released."""
    changes: list[ReservationChange | ParkChange] = []
    ids = [one.id for one in reservations]
    of_these = select(ReservationChange).where(ReservationChange.reservation_id.in_(ids))
    changes += (one for one in session.scalars(of_these) if "state" in one.after)
    of_park = select(ParkChange).where(ParkChange.park_id == spot.park_id, ParkChange.action.in_(PARK_ACTIONS))
    latest = of_park.order_by(ParkChange.id.desc()).limit(_MOST_CHANGES)
    changes += (one for one in session.scalars(latest) if spot.number in one.after["numbers"])
    names = actor_names(session, {one.actor for one in changes})
    events = [
        SpotEventOut(at=one.at, actor=one.actor, actor_name=names.get(one.actor), action=one.action, reason=one.reason)
        for one in changes
    ]
    events += (
        SpotEventOut(at=one.created_at, actor="household", actor_name=None, action="reserved", reason="")
        for one in reservations
    )
    return sorted(events, key=lambda event: event.at, reverse=True)[:_MOST_EVENTS]
