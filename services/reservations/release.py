"""Releases held spots for new reservations once the undo window of their cancellation is over."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.parks import allocation
from services.parks.models import IS_HELD, HoldReason, Spot
from services.reservations.changes import Note, change
from services.reservations.models import GIVEN_UP, Reservation
from services.staff import audit

_BATCH = 200
"""This many at once block the writer for some hundredths of a second."""
_ACTION = "release_spot"


def release_due(db: Database, clock: Clock) -> int:
    """Free every spot whose hold has expired; returns how many. Any number of processes may run it at once."""
    released = 0
    while count := db.write(lambda session: release_batch(session, clock())):
        released += count
    return released


def release_batch(session: Session, now: datetime) -> int:
    """Free up to a batch of spots, with a change and an audit entry each."""
    spots = _due(session, now)
    for park in sorted({park for park, _ in spots}):
        allocation.lock_park(session, park)
    # Check again under the locks: until now each could still be restored, or released by another process.
    spots = _due(session, now) if spots else []
    _release(session, spots, now)
    return len(spots)


def release_held(session: Session, park: str, now: datetime) -> int:
    """Free every spot of a locked park that is held for an undo, before the hold expires: none is restored; returns
    how many.
    """
    is_held = (Spot.park_id == park) & (Spot.held_for == HoldReason.UNDO.value)
    spots = [(park, number) for number in session.scalars(select(Spot.number).where(IS_HELD, is_held))]
    _release(session, spots, now)
    return len(spots)


def _release(session: Session, spots: Sequence[tuple[str, int]], now: datetime) -> None:
    events = []
    for park in sorted({park for park, _ in spots}):
        numbers = [number for of, number in spots if of == park]
        last = _last_holders(session, park, numbers)
        allocation.free(session, park, {n: last[n].annual_kwh if n in last else 0 for n in numbers}, now)
        for row in last.values():
            change(session, row, {}, Note("system", _ACTION), now, {"spot": ("held", "free")})
        events += [_event(park, number, last.get(number)) for number in numbers]
    session.flush()
    if events:
        audit.append(session, events, now)


def _due(session: Session, now: datetime) -> Sequence[tuple[str, int]]:
    over = (Spot.held_until <= now) & (Spot.held_for == HoldReason.UNDO.value)
    query = select(Spot.park_id, Spot.number).where(IS_HELD, over).order_by(Spot.held_until, Spot.id).limit(_BATCH)
    return [(park, number) for park, number in session.execute(query)]


def _last_holders(session: Session, park: str, numbers: Sequence[int]) -> dict[int, Reservation]:
    """The reservation that each held spot is held for, locked."""
    found = select(Reservation).where(Reservation.id.in_(held_for(session, park, numbers)))
    found = found.order_by(Reservation.id).with_for_update()
    return {row.spot_number: row for row in session.scalars(found.execution_options(populate_existing=True))}


def held_for(session: Session, park: str, numbers: Sequence[int]) -> list[int]:
    """Ids of the reservations that held spots are held for. A spot does not say so where a server held it that did not
    know of moved places: then it is the latest reservation that gave it up.
    """
    at = (Reservation.park_id == park) & Reservation.spot_number.in_(numbers)
    latest = select(Reservation.spot_number, func.max(Reservation.id)).where(at, GIVEN_UP)
    holders: dict[int, int] = dict(session.execute(latest.group_by(Reservation.spot_number)).all())
    named = select(Spot.number, Spot.held_reservation_id).where(Spot.park_id == park, Spot.number.in_(numbers))
    holders |= {number: id_ for number, id_ in session.execute(named) if id_ is not None}
    return sorted(holders.values())


def _event(park: str, number: int, reservation: Reservation | None) -> audit.Event:
    subject = f"reservation:{reservation.id}" if reservation else f"park:{park}"
    return audit.Event("system", f"reservation.{_ACTION}", subject, {"park": park, "spot": number})
