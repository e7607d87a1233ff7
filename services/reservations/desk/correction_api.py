"""Staff API for corrections of one reservation: package and plan, place, taking it up again."""

from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.openapi import problems
from services.core.inputs import RowId
from services.reservations.desk import change_share, move_spot, reopen
from services.reservations.desk.correct import Correction
from services.reservations.desk.correction_inputs import (
    MoveIn,
    MovePreviewIn,
    ReopenIn,
    ShareChangeIn,
    SharePreviewIn,
    correction,
)
from services.reservations.desk.correction_schemas import (
    CorrectionRefusalOut,
    MovePreviewOut,
    ReopenPreviewOut,
    SharePreviewOut,
    StaffShareOut,
)
from services.reservations.desk.move_spot import Place
from services.reservations.desk.offer_change import Choice
from services.reservations.desk.operations_api import PerformedOut, performed_out
from services.staff.access import ClerkOf, StaffRouter

router = StaffRouter(tag="operations")

_ONE = "/reservations/{reservation_id:int}"
_REFUSALS = problems(401, 403, 404, 409, 422, 503)


@router.post(f"{_ONE}/share/preview", operation_id="preview_share_change", responses=_REFUSALS)
def preview_share_change(
    reservation_id: RowId, body: SharePreviewIn, staff: ClerkOf, db: DatabaseOf, settings: SettingsOf
) -> SharePreviewOut:
    """What another package or plan would mean; nothing changes."""
    asked, wanted = Correction(reservation_id, staff.actor), Choice(body.annual_kwh, body.payment_plan)
    offered = settings.instalments_offered
    with db.read() as session:
        found = change_share.preview(session, asked, wanted, instalments_offered=offered, notify=body.notify)
    return SharePreviewOut(
        before=StaffShareOut.of(found.before),
        after=StaffShareOut.of(found.after),
        consequences=found.consequences,
        refusal=CorrectionRefusalOut.of(found.refusal),
    )


@router.post(f"{_ONE}/share", operation_id="change_share", responses=_REFUSALS)
def perform_share_change(
    reservation_id: RowId, body: ShareChangeIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf, settings: SettingsOf
) -> PerformedOut:
    """Change package and plan before the contract. Both offers are kept."""
    asked, wanted = correction(reservation_id, body, staff.actor), Choice(body.annual_kwh, body.payment_plan)
    offered = settings.instalments_offered
    return performed_out(
        db.write(lambda s: change_share.change_share(s, asked, wanted, clock(), instalments_offered=offered))
    )


@router.post(f"{_ONE}/spot/preview", operation_id="preview_spot_move", responses=_REFUSALS)
def preview_spot_move(reservation_id: RowId, body: MovePreviewIn, staff: ClerkOf, db: DatabaseOf) -> MovePreviewOut:
    """What another place would mean; nothing changes."""
    asked, target = Correction(reservation_id, staff.actor), Place(body.park, body.spot_number)
    with db.read() as session:
        found = move_spot.preview(session, asked, target, notify=body.notify)
    return MovePreviewOut(consequences=found.consequences, refusal=CorrectionRefusalOut.of(found.refusal))


@router.post(f"{_ONE}/spot", operation_id="move_spot", responses=_REFUSALS)
def perform_spot_move(
    reservation_id: RowId, body: MoveIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> PerformedOut:
    """Another free place before the contract: the old one is freed with it."""
    asked, target = correction(reservation_id, body, staff.actor), Place(body.park, body.spot_number)
    return performed_out(db.write(lambda session: move_spot.move_spot(session, asked, target, clock())))


@router.post(f"{_ONE}/reopen/preview", operation_id="preview_reopening", responses=_REFUSALS)
def preview_reopening(reservation_id: RowId, staff: ClerkOf, db: DatabaseOf, clock: ClockOf) -> ReopenPreviewOut:
    """What taking it up again would mean; nothing changes."""
    with db.read() as session:
        found = reopen.preview(session, Correction(reservation_id, staff.actor), clock())
    return ReopenPreviewOut(
        spot_number=found.number,
        consequences=found.consequences,
        refusal=CorrectionRefusalOut.of(found.refusal),
        waiting=found.waiting,
    )


@router.post(f"{_ONE}/reopen", operation_id="reopen_reservation", responses=_REFUSALS)
def perform_reopening(
    reservation_id: RowId, body: ReopenIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> PerformedOut:
    """Take a cancelled or expired reservation up again, once its end can no longer be undone."""
    asked = Correction(reservation_id, staff.actor, body.reason, version=body.version)
    past = body.past_waiting_reason
    return performed_out(db.write(lambda session: reopen.reopen(session, asked, past, clock())))
