"""Staff API for cancelling a park: preview and execution."""

from typing import Annotated

from fastapi import Path
from pydantic import BaseModel, Field

from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.openapi import problems
from services.core.inputs import Body, Reason
from services.parks.schemas import StaffParkShowOut
from services.parks.staff_api import ParkChangedOf, park_shown
from services.reservations.desk.parks import cancel as park_cancellation
from services.reservations.errors import SecondPersonNeeded
from services.staff.access import AdminOf, ConfirmedAdminOf, StaffRouter

router = StaffRouter(tag="parks")

ParkId = Annotated[str, Path(max_length=40)]
_MOST = 1_000_000


class CancellationPreviewOut(BaseModel):
    """What calling a park off would do, in sentences, to so many reservations."""

    reservations: int
    needs_second_person: bool
    consequences: list[str]
    lasting: str
    """What cannot be undone, and what can be for how long."""


class CancellationIn(Body):
    """The park's name as a person typed it, the number of reservations the preview told, and why."""

    name: str = Field(max_length=80)
    confirmed_count: int = Field(ge=0, le=_MOST)
    reason: Reason


@router.get(
    "/parks/{park}/cancellation", operation_id="preview_park_cancellation", responses=problems(401, 403, 404, 409, 503)
)
def preview_park_cancellation(db: DatabaseOf, park: ParkId, _staff: AdminOf) -> CancellationPreviewOut:
    """What would follow; nothing changes."""
    with db.read() as session:
        found = park_cancellation.preview(session, park)
    return CancellationPreviewOut.model_validate(found, from_attributes=True)


@router.post("/parks/{park}/cancellation", operation_id="cancel_park", responses=problems(401, 403, 404, 409, 422, 503))
def cancel_park(
    db: DatabaseOf,
    clock: ClockOf,
    park: ParkId,
    body: CancellationIn,
    staff: ConfirmedAdminOf,
    park_changed: ParkChangedOf,
) -> StaffParkShowOut:
    """Call the park off, for good; the public pages follow. For many households a second person has to approve it."""
    if park_cancellation.CANCEL_PARK.needs_second_person(body.confirmed_count):
        raise SecondPersonNeeded
    wish = park_cancellation.Wish(body.name, body.confirmed_count, body.reason)
    db.write(lambda session: park_cancellation.cancel(session, park, wish, staff.actor, clock()))
    park_changed(db)
    with db.read() as session:
        return park_shown(session, park, staff.role)
