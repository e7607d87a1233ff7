"""What can be asked about parks."""

from dataclasses import dataclass

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.parks.models import Park, Spot, SpotState


@dataclass(frozen=True, slots=True)
class ParkOverview:
    """A park and how many of its spots are free."""

    park: Park
    spots_total: int
    spots_free: int


def park_overviews(session: Session) -> list[ParkOverview]:
    """Every park with its spots counted, in the order of their names."""
    free = func.count().filter(Spot.state == SpotState.FREE.value)
    query = (
        select(Park, func.count(Spot.id), free)
        .outerjoin(Spot, Spot.park_id == Park.id)
        .group_by(Park.id)
        .order_by(Park.name)
    )
    return [ParkOverview(park, total, spots_free if total else 0) for park, total, spots_free in session.execute(query)]


@dataclass(frozen=True, slots=True)
class ParkSpots:
    """Which spots of a park are not free: runs of numbers, ascending, both ends included."""

    total: int
    taken: list[tuple[int, int]]

    @property
    def free(self) -> int:
        """Counted from the runs, so that figure and runs agree whatever was reserved in between."""
        return self.total - sum(last - first + 1 for first, last in self.taken)


def park_spots(session: Session, park: str) -> ParkSpots | None:
    """The spots of a park as runs; None: there is no such park.

    Within a run number and rank grow alike, so their difference tells the runs apart.
    """
    spots = select(func.count(Spot.id)).outerjoin_from(Park, Spot).where(Park.id == park).group_by(Park.id)
    total = session.scalar(spots)
    if total is None:
        return None
    rank = func.row_number().over(order_by=Spot.number)
    taken = (
        select(Spot.number, (Spot.number - rank).label("run"))
        .where(Spot.park_id == park, Spot.state != SpotState.FREE.value)
        .subquery()
    )
    first, last = func.min(taken.c.number), func.max(taken.c.number)
    runs = session.execute(select(first, last).group_by(taken.c.run).order_by(first))
    return ParkSpots(total, [(low, high) for low, high in runs])
