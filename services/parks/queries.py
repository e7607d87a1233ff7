"""What can be asked about parks."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.parks.limits import spots_left
from services.parks.models import Park, ParkChange, Spot, SpotState

_TAKEN = (SpotState.RESERVED.value, SpotState.HELD.value)


@dataclass(frozen=True, slots=True)
class ParkOverview:
    """A park, how many spots can still be given under both limits, and how many are reserved or held."""

    park: Park
    spots_free: int
    spots_taken: int


def park_overviews(session: Session, park_id: str | None = None) -> list[ParkOverview]:
    """Every park, or the named one, with its spots counted, in the order of their names."""
    free = func.count().filter(Spot.state == SpotState.FREE.value, Spot.number <= Park.spot_limit)
    taken = func.count().filter(Spot.state.in_(_TAKEN))
    query = select(Park, free, taken).outerjoin(Spot, Spot.park_id == Park.id).group_by(Park.id).order_by(Park.name)
    if park_id is not None:
        query = query.where(Park.id == park_id)
    return [
        ParkOverview(park, spots_left(free, park.kwh_limit, park.kwh_taken), taken)
        for park, free, taken in session.execute(query)
    ]


def park_history(session: Session, park_id: str, most: int = 200) -> Sequence[ParkChange]:
    """The changes of a park, the latest first."""
    query = select(ParkChange).where(ParkChange.park_id == park_id).order_by(ParkChange.id.desc()).limit(most)
    return session.scalars(query).all()


@dataclass(frozen=True, slots=True)
class ParkSpots:
    """Which spots of a park are not free: runs of numbers, ascending, both ends included."""

    total: int
    free: int
    """Fewer than the runs leave over when the park's energy is used up sooner than its spots."""
    taken: list[tuple[int, int]]


def park_spots(session: Session, park_id: str) -> ParkSpots | None:
    """The spots of a park as runs; None: there is no such park.

    Within a run number and rank grow alike, so their difference tells the runs apart.
    """
    park = session.get(Park, park_id)
    if park is None:
        return None
    rank = func.row_number().over(order_by=Spot.number)
    is_taken = (Spot.state != SpotState.FREE.value) & (Spot.number <= park.spot_limit)
    taken = select(Spot.number, (Spot.number - rank).label("run")).where(Spot.park_id == park_id, is_taken).subquery()
    first, last = func.min(taken.c.number), func.max(taken.c.number)
    runs = [(low, high) for low, high in session.execute(select(first, last).group_by(taken.c.run).order_by(first))]
    # Counted from the runs, so that figure and runs agree.
    unused = park.spot_limit - sum(high - low + 1 for low, high in runs)
    return ParkSpots(park.spot_limit, spots_left(unused, park.kwh_limit, park.kwh_taken), runs)
