"""Staff API of a whole park: its spots, its confirmation, its cancellation."""

from typing import Annotated, Final

from fastapi import Path
from pydantic import Field

from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.transactions import Reads, Writes
from services.core.inputs import Body, Integer, Line, Reason, ReasonOrNone, Required
from services.parks.schemas import StaffParkShowOut
from services.parks.staff_api import ParkChangedOf, park_shown
from services.reservations.desk.parks import cancel as park_cancellation
from services.reservations.desk.parks import confirm as confirmation
from services.reservations.desk.parks import invite
from services.reservations.desk.parks.refunds import refunds_of
from services.reservations.desk.parks.schemas import (
    CancellationPreviewOut,
    CapacityOut,
    ConfirmationPreviewOut,
    InvitationPreviewOut,
    InvitationsOut,
    ParkRefundsOut,
    RefundsOut,
    SpotOut,
)
from services.reservations.desk.parks.spots import capacity, spot_detail
from services.reservations.desk.perform import MOST_ROWS
from services.reservations.desk.schemas import PerformedOut
from services.reservations.errors import SecondPersonNeeded
from services.staff.access import AdminOf, AnyStaffOf, ClerkOf, ConfirmedAdminOf, StaffRouter

router = StaffRouter(tag="parks")

ParkId = Annotated[str, Path(max_length=40)]
Number = Annotated[int, Path(ge=1, le=1_000_000)]
_MOST: Final = 1_000_000


class ConfirmationIn(Body):
    """The number of households in the preview, the announcement, and a reason for the history."""

    confirmed_count: Annotated[int, Integer(0, _MOST), Required()]
    note: Annotated[str, Line(400), Required("Bitte schreiben Sie, wie es weitergeht.")]
    reason: ReasonOrNone = ""


class TakeBackIn(Body):
    """Why a confirmation is taken back."""

    reason: Reason


class InvitationsQuery(Body):
    """How many households to invite."""

    most: Annotated[int, Integer(1, MOST_ROWS), Required("Bitte geben Sie an, wie viele Haushalte Sie einladen.")]


class InvitationsIn(InvitationsQuery):
    """How many to invite, and how many the preview counted."""

    confirmed_count: Annotated[int, Integer(1, MOST_ROWS), Required()]


class CancellationIn(Body):
    """The park's name as a person typed it, the number of reservations in the preview, and a reason."""

    name: str = Field(max_length=80)
    confirmed_count: int = Field(ge=0, le=_MOST)
    reason: Reason


@router.get("/parks/{park}/capacity")
def get_capacity(session: Reads, clock: ClockOf, park: ParkId, _staff: AnyStaffOf) -> CapacityOut:
    """Every spot of a park as runs, the use of both limits, and the forecast."""
    return capacity(session, park, clock())


@router.get("/parks/{park}/spots/{number}")
def get_spot(session: Reads, clock: ClockOf, park: ParkId, number: Number, staff: AnyStaffOf) -> SpotOut:
    """One spot with its holder and its history."""
    return spot_detail(session, park, number, staff.role, clock())


@router.get("/parks/{park}/confirmation")
def preview_park_confirmation(session: Reads, park: ParkId, _staff: ClerkOf) -> ConfirmationPreviewOut:
    """The consequences of a confirmation; nothing changes."""
    return confirmation.preview(session, park)


@router.post("/parks/{park}/confirmation")
def confirm_park(
    db: DatabaseOf, clock: ClockOf, park: ParkId, body: ConfirmationIn, staff: ClerkOf, park_changed: ParkChangedOf
) -> StaffParkShowOut:
    """Confirm that the park will be built; mails its households and updates the public pages."""
    wish = confirmation.Wish(body.confirmed_count, body.note, body.reason)
    db.write(lambda session: confirmation.confirm(session, park, wish, staff.actor, clock()))
    park_changed(db)
    with db.read() as session:
        return park_shown(session, park, staff.role)


@router.post("/parks/{park}/confirmation/take-back")
def take_back_park_confirmation(
    db: DatabaseOf, clock: ClockOf, park: ParkId, body: TakeBackIn, staff: ClerkOf, park_changed: ParkChangedOf
) -> StaffParkShowOut:
    """Undo the confirmation, as long as no mail has been sent."""
    db.write(lambda session: confirmation.take_back(session, park, body.reason, staff.actor, clock()))
    park_changed(db)
    with db.read() as session:
        return park_shown(session, park, staff.role)


@router.get("/parks/{park}/invitations")
def get_park_invitations(session: Reads, park: ParkId, _staff: ClerkOf) -> InvitationsOut:
    """How many households of the park are how far on their way to the contract."""
    return invite.funnel(session, park)


@router.post("/parks/{park}/invitations/preview")
def preview_park_invitations(
    session: Reads, clock: ClockOf, park: ParkId, body: InvitationsQuery, _staff: ClerkOf
) -> InvitationPreviewOut:
    """The consequences of inviting the next households; nothing changes."""
    return invite.preview(session, park, body.most, clock())


@router.post("/parks/{park}/invitations")
def invite_park_households(
    session: Writes, clock: ClockOf, park: ParkId, body: InvitationsIn, staff: ClerkOf
) -> PerformedOut:
    """Invite the next households to the contract, in the order of their places."""
    return invite.invite(session, park, invite.Batch(body.most, body.confirmed_count), staff.actor, clock())


@router.get("/parks/{park}/cancellation")
def preview_park_cancellation(session: Reads, park: ParkId, _staff: AdminOf) -> CancellationPreviewOut:
    """The consequences of a cancellation; nothing changes."""
    return park_cancellation.preview(session, park)


@router.post("/parks/{park}/cancellation")
def cancel_park(
    db: DatabaseOf,
    clock: ClockOf,
    park: ParkId,
    body: CancellationIn,
    staff: ConfirmedAdminOf,
    park_changed: ParkChangedOf,
) -> StaffParkShowOut:
    """Cancel the park for good and update the public pages. For many households a second person has to approve."""
    if park_cancellation.CANCEL_PARK.needs_second_person(body.confirmed_count):
        raise SecondPersonNeeded
    wish = park_cancellation.Wish(body.name, body.confirmed_count, body.reason)
    db.write(lambda session: park_cancellation.cancel(session, park, wish, staff.actor, clock()))
    park_changed(db)
    with db.read() as session:
        return park_shown(session, park, staff.role)


@router.get("/parks/{park}/refunds")
def list_park_refunds(session: Reads, park: ParkId, _staff: ClerkOf) -> ParkRefundsOut:
    """Refunds due to households, with their deadlines."""
    found = refunds_of(session, park)
    return ParkRefundsOut(refunds=RefundsOut.model_validate(found) if found else None)
