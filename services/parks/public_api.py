"""Public API for the parks."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel

from services.core.clock import berlin_day
from services.core.http.errors import HttpProblem
from services.core.http.transactions import Reads, TransactionRoute
from services.parks.fullness import ParkFullness, park_fullness
from services.parks.queries import park_spots

router = APIRouter(prefix="/api/parks", tags=["parks"], route_class=TransactionRoute)

ParkId = Annotated[str, Path(max_length=40)]

SPOTS_KEPT_SECONDS = 10
"""How long a copy of the spots may be shown: many look at them at once, and a picture may be a moment old."""


class ParkOut(BaseModel):
    """A park as the site shows it."""

    id: str
    name: str
    location: str
    capacity_kw: int
    households: int
    status: str
    timeline: str
    progress_note: str
    """The park's progress and next steps; empty if staff have written nothing."""
    progress_on: date | None
    """The day for which the note holds."""
    spots_total: int
    spots_free: int
    is_paused: bool
    """Whether nobody may reserve at the moment, although places may be free."""
    confirmed_on: date | None
    """The day on which it was confirmed that the park will be built; null: that is open."""
    is_cancelled: bool
    """Whether the park was called off: nobody will ever reserve here."""


class ParkSpotsOut(BaseModel):
    """Free and taken spots of a park; nothing about who holds them."""

    park: str
    total: int
    free: int
    taken: list[tuple[int, int]]
    """Runs of spots that are not free, ascending, both ends included."""


def _out(found: ParkFullness) -> ParkOut:
    park = found.park
    return ParkOut(
        id=park.id,
        name=park.name,
        location=park.location,
        capacity_kw=park.capacity_kw,
        households=park.households,
        status=park.status,
        timeline=park.timeline,
        progress_note=park.progress_note,
        progress_on=park.progress_on,
        spots_total=found.fullness.spot_limit,
        spots_free=found.fullness.left,
        is_paused=park.paused_at is not None,
        confirmed_on=berlin_day(park.confirmed_at) if park.confirmed_at else None,
        is_cancelled=park.cancelled_at is not None,
    )


@router.get("")
def list_parks(session: Reads) -> list[ParkOut]:
    """All parks with their free spots."""
    return [_out(found) for found in park_fullness(session)]


@router.get("/{park}")
def get_park(session: Reads, park: ParkId) -> ParkOut:
    """One park with its free spots."""
    for found in park_fullness(session, park):
        return _out(found)
    raise HttpProblem(404)


@router.get("/{park}/spots")
def get_park_spots(session: Reads, park: ParkId, response: Response) -> ParkSpotsOut:
    """The taken spots of a park, as runs of numbers."""
    spots = park_spots(session, park)
    if spots is None:
        raise HttpProblem(404)
    response.headers["Cache-Control"] = f"public, max-age={SPOTS_KEPT_SECONDS}"
    return ParkSpotsOut(park=park, total=spots.total, free=spots.free, taken=spots.taken)
