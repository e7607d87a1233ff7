"""Queries on parks other than occupancy (`fullness.py`)."""

from collections.abc import Sequence
from dataclasses import dataclass, fields

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.mail.drawings import MOST_PLACES
from services.parks.allocation import LockedPark, give
from services.parks.fullness import spots_left
from services.parks.models import IS_FREE, Park, ParkChange, Spot, SpotState


def park_history(session: Session, park_id: str, most: int = 200) -> Sequence[ParkChange]:
    """The changes of a park, latest first."""
    query = select(ParkChange).where(ParkChange.park_id == park_id).order_by(ParkChange.id.desc()).limit(most)
    return session.scalars(query).all()


@dataclass(frozen=True, slots=True)
class ParkSpots:
    """The taken spots of a park as runs of numbers, ascending, both ends included."""

    total: int
    free: int
    """Fewer than the runs leave over when the park's energy is used up sooner than its spots, or households wait."""
    taken: list[tuple[int, int]]


def taken_runs(session: Session, park_id: str, spot_limit: int) -> list[tuple[int, int]]:
    """The spots up to the limit that are not free: runs of numbers, ascending, both ends included.

    Gaps and islands: within a run, number minus rank is constant, which identifies the run.
    """
    rank = func.row_number().over(order_by=Spot.number)
    is_taken = (Spot.state != SpotState.FREE.value) & (Spot.number <= spot_limit)
    taken = select(Spot.number, (Spot.number - rank).label("run")).where(Spot.park_id == park_id, is_taken).subquery()
    first, last = func.min(taken.c.number), func.max(taken.c.number)
    runs = session.execute(select(first, last).group_by(taken.c.run).order_by(first))
    return [(low, high) for low, high in runs]


def drawn_field(session: Session, park_id: str) -> tuple[int, list[tuple[int, int]]]:
    """A park's number of spots and the taken ones, for the drawing in mails; no runs if it is too large to draw, or
    unknown.
    """
    found = park_spots(session, park_id)
    if found is None or found.total > MOST_PLACES:
        return found.total if found else 0, []
    return found.total, found.taken


def park_spots(session: Session, park_id: str) -> ParkSpots | None:
    """The spots of a park as runs; None: there is no such park."""
    park = session.get(Park, park_id)
    if park is None:
        return None
    limit = park.spot_limit
    if park.cancelled_at is not None:
        # Its limit is 0, yet the picture shows the park as planned, with nothing free.
        limit = session.scalar(select(func.count()).select_from(Spot).where(Spot.park_id == park_id)) or 0
    runs = taken_runs(session, park_id, limit)
    # Counted from the runs, so that figure and runs agree.
    unused = limit - sum(high - low + 1 for low, high in runs)
    free = 0 if park.waiting else spots_left(unused, park.kwh_limit, park.kwh_taken)
    return ParkSpots(limit, free, runs)


def would_give(session: Session, park_id: str, wishes: Sequence[int]) -> list[int | None]:
    """The spots that `allocation.take_lowest` would give for these kWh a year, in order. Takes and locks nothing."""
    park = session.get_one(Park, park_id)
    limits = LockedPark(*(getattr(park, one.name) for one in fields(LockedPark)))
    if limits.waiting:
        return [None] * len(wishes)
    free = select(Spot.number).where(Spot.park_id == park_id, IS_FREE, Spot.number <= limits.spot_limit)
    return give(wishes, session.scalars(free.order_by(Spot.number).limit(len(wishes))), limits)[0]
