"""Staff API for the capacity of a park: the picture of its spots, and one spot in detail."""

from dataclasses import asdict
from datetime import datetime
from typing import Annotated, Literal

from fastapi import Path
from pydantic import BaseModel

from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.openapi import problems
from services.parks.schemas import FullnessOut, fullness_out
from services.reservations.desk.parks.spot_detail import spot_detail
from services.reservations.desk.parks.spots import capacity
from services.reservations.models import Reservation
from services.staff.access import AnyStaffOf, StaffRouter
from services.staff.models import Role

router = StaffRouter(tag="parks")

ParkId = Annotated[str, Path(max_length=40)]
Number = Annotated[int, Path(ge=1, le=1_000_000)]
Kind = Literal[
    "free", "reserved", "invited", "contracted", "active", "new", "undo", "offer", "blocked", "overbooked"
]  # fmt: skip


class CountsOut(BaseModel):
    """How many spots are of each kind; a spot is of one kind only."""

    free: int
    reserved: int
    invited: int
    contracted: int
    active: int
    new: int
    undo: int
    offer: int
    blocked: int
    overbooked: int


class RunOut(BaseModel):
    """Neighbouring spots of one kind, both ends included."""

    state: Kind
    first: int
    last: int


class ForecastOut(BaseModel):
    """When the park is full at the present mix, as figures and as a German sentence."""

    mean_kwh: int | None
    full_at_spot: int | None
    limited_by: Literal["spots", "kwh"] | None
    sentence: str


class CapacityOut(BaseModel):
    park: str
    fullness: FullnessOut
    counts: CountsOut
    runs: list[RunOut]
    forecast: ForecastOut


class SpotReservationOut(BaseModel):
    """Who has the spot."""

    id: int
    reference: str
    name: str


class SpotEventOut(BaseModel):
    at: datetime
    actor: str
    actor_name: str | None
    action: str
    reason: str


class SpotOut(BaseModel):
    """One spot. Marketing sees its state only: a household knows its number, so who has it and when it was taken would
    tell who a pseudonym is.
    """

    number: int
    state: Kind
    reason: str | None
    held_until: datetime | None
    reservation: SpotReservationOut | None
    history: list[SpotEventOut] | None
    """null for marketing."""


@router.get("/parks/{park}/capacity", operation_id="get_capacity", responses=problems(401, 403, 404, 503))
def get_capacity(db: DatabaseOf, clock: ClockOf, park: ParkId, _staff: AnyStaffOf) -> CapacityOut:
    """Every spot of a park as runs, what is gone of both limits, and the forecast."""
    with db.read() as session:
        found = capacity(session, park, clock())
    return CapacityOut.model_validate(
        {
            "park": found.park.id,
            "fullness": fullness_out(found.fullness),
            "counts": found.counts,
            "runs": [{"state": kind, "first": first, "last": last} for kind, first, last in found.runs],
            "forecast": asdict(found.forecast),
        }
    )


@router.get("/parks/{park}/spots/{number}", operation_id="get_spot", responses=problems(401, 403, 404, 422, 503))
def get_spot(db: DatabaseOf, clock: ClockOf, park: ParkId, number: Number, staff: AnyStaffOf) -> SpotOut:
    """One spot with who has it and what happened to it."""
    with db.read() as session:
        found = spot_detail(session, park, number, clock())
    if staff.role is Role.MARKETING:
        return SpotOut(number=number, state=found.kind, reason=None, held_until=None, reservation=None, history=None)
    return SpotOut.model_validate(
        {
            "number": number,
            "state": found.kind,
            "reason": found.spot.reason,
            "held_until": found.spot.held_until,
            "reservation": _owner(found.reservation),
            "history": [asdict(event) for event in found.history],
        }
    )


def _owner(reservation: Reservation | None) -> SpotReservationOut | None:
    if reservation is None:
        return None
    name = f"{reservation.first_name} {reservation.last_name}"
    return SpotReservationOut(id=reservation.id, reference=reservation.reference, name=name)
