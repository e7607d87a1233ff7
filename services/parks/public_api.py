"""What anybody may know about the parks."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel

from services.core.access import DatabaseOf
from services.core.errors import HttpProblem
from services.core.openapi import problems
from services.parks.queries import ParkOverview, park_overviews

router = APIRouter(prefix="/api/parks", tags=["parks"])


class ParkOut(BaseModel):
    """A park as the site shows it."""

    id: str
    name: str
    location: str
    capacity_kw: int
    households: int
    status: str
    timeline: str
    spots_total: int
    spots_free: int


def _out(overview: ParkOverview) -> ParkOut:
    park = overview.park
    return ParkOut(
        id=park.id,
        name=park.name,
        location=park.location,
        capacity_kw=park.capacity_kw,
        households=park.households,
        status=park.status,
        timeline=park.timeline,
        spots_total=overview.spots_total,
        spots_free=overview.spots_free,
    )


@router.get("", operation_id="list_parks", responses=problems(503))
def list_parks(db: DatabaseOf) -> list[ParkOut]:
    """All parks with their free spots."""
    with db.read() as session:
        return [_out(overview) for overview in park_overviews(session)]


@router.get("/{park}", operation_id="get_park", responses=problems(404, 503))
def get_park(db: DatabaseOf, park: Annotated[str, Path(max_length=40)]) -> ParkOut:
    """One park with its free spots."""
    with db.read() as session:
        for overview in park_overviews(session):
            if overview.park.id == park:
                return _out(overview)
    raise HttpProblem(404)
