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
