"""Staff API for confirming a park: preview, execution, and taking it back."""

from typing import Annotated

from fastapi import Path
from pydantic import BaseModel

from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.openapi import problems
from services.core.inputs import Body, Line, Needed, Reason, ReasonOrNone, Whole
from services.parks.schemas import StaffParkShowOut
from services.parks.staff_api import ParkChangedOf, park_shown
from services.reservations.desk.parks import confirm as confirmation
from services.staff.access import ClerkOf, StaffRouter

router = StaffRouter(tag="parks")

ParkId = Annotated[str, Path(max_length=40)]
_MOST = 1_000_000
_PROBLEMS = problems(401, 403, 404, 409, 422, 503)


class ConfirmationPreviewOut(BaseModel):
    """What confirming a park would do, in sentences, and to how many households."""

    households: int
    consequences: list[str]
    lasting: str
    """Until when it can be taken back."""


class ConfirmationIn(Body):
    """The number of households the preview told, what they and the site are told, and a reason for the history."""

    confirmed_count: Annotated[int, Whole(0, _MOST), Needed()]
    note: Annotated[str, Line(400), Needed("Bitte schreiben Sie, wie es weitergeht.")]
    reason: ReasonOrNone = ""


class TakeBackIn(Body):
    """Why a confirmation is taken back."""

    reason: Reason


@router.get(
    "/parks/{park}/confirmation", operation_id="preview_park_confirmation", responses=problems(401, 403, 404, 409, 503)
)
def preview_park_confirmation(db: DatabaseOf, park: ParkId, _staff: ClerkOf) -> ConfirmationPreviewOut:
    """What would follow; nothing changes."""
    with db.read() as session:
        found = confirmation.preview(session, park)
    return ConfirmationPreviewOut.model_validate(found, from_attributes=True)


@router.post("/parks/{park}/confirmation", operation_id="confirm_park", responses=_PROBLEMS)
def confirm_park(
    db: DatabaseOf, clock: ClockOf, park: ParkId, body: ConfirmationIn, staff: ClerkOf, park_changed: ParkChangedOf
) -> StaffParkShowOut:
    """Confirm that the park will be built; households are written to, and the public pages follow."""
    wish = confirmation.Wish(body.confirmed_count, body.note, body.reason)
    db.write(lambda session: confirmation.confirm(session, park, wish, staff.actor, clock()))
    park_changed(db)
    with db.read() as session:
        return park_shown(session, park, staff.role)


@router.post("/parks/{park}/confirmation/take-back", operation_id="take_back_park_confirmation", responses=_PROBLEMS)
def take_back_park_confirmation(
    db: DatabaseOf, clock: ClockOf, park: ParkId, body: TakeBackIn, staff: ClerkOf, park_changed: ParkChangedOf
) -> StaffParkShowOut:
    """Take it back as long as no household has been told."""
    db.write(lambda session: confirmation.take_back(session, park, body.reason, staff.actor, clock()))
    park_changed(db)
    with db.read() as session:
        return park_shown(session, park, staff.role)
