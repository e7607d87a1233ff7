"""Staff API for reservations: one of them with its notes, corrections, named operations and their undo, merging."""

from dataclasses import replace
from typing import Annotated, Final

from fastapi import Depends, Path
from fastapi import Request as HttpRequest

from services.core.http.dependencies import ClockOf, DatabaseOf, SettingsOf
from services.core.http.transactions import Reads, Writes
from services.core.inputs import RowId
from services.reservations.changes import changes_of
from services.reservations.desk import change_share, move_spot, notes, perform, reopen, swap_spots
from services.reservations.desk.change_share import Choice
from services.reservations.desk.duplicates import merge
from services.reservations.desk.edit import edit_of, save
from services.reservations.desk.guard import Guard
from services.reservations.desk.inputs import (
    FollowUpIn,
    MergeIn,
    MoveIn,
    MovePreviewIn,
    OperationIn,
    PinIn,
    PreviewIn,
    ReopenIn,
    ReservationEditIn,
    ReservationNoteIn,
    RevealIn,
    ShareChangeIn,
    SharePreviewIn,
    UndoIn,
    correction,
    requested,
)
from services.reservations.desk.move_spot import Place
from services.reservations.desk.notes import shown_note
from services.reservations.desk.perform import Request, named
from services.reservations.desk.schemas import (
    FollowUpOut,
    MovePreviewOut,
    OperationPreviewOut,
    PerformedOut,
    ReopenPreviewOut,
    ReservationNoteOut,
    ReservationOut,
    RevealedOut,
    SharePreviewOut,
    StaleReservationOut,
)
from services.reservations.desk.show import Viewer, document_of, find, reveal
from services.reservations.desk.undo import undo
from services.reservations.errors import SecondPersonNeeded
from services.reservations.transitions import CHANGE_SHARE, MOVE_SPOT, REOPEN, SWAP_SPOTS
from services.staff.access import AnyStaffOf, ClerkOf, StaffRouter
from services.staff.stale import stale_by, with_current

router = StaffRouter(tag="reservations")
operations = StaffRouter(tag="operations")

Name = Annotated[str, Path(max_length=40)]
_NOT_TOLD: Final = "not told"
"""The reason is asked for after the preview."""
_BULK = "/reservations/operations/{name}"
_ONE = "/reservations/{reservation_id:int}"
_NOTE = f"{_ONE}/notes/{{note_id:int}}"


async def _guard(request: HttpRequest) -> Guard:
    guard: Guard = request.app.state.guard
    return guard


GuardOf = Annotated[Guard, Depends(_guard)]
"""The objections of this application, for operations that staff call by name."""


@router.get(_ONE)
def show_reservation(
    reservation_id: RowId, staff: AnyStaffOf, session: Reads, clock: ClockOf, settings: SettingsOf
) -> ReservationOut:
    """Everything stored about one reservation."""
    viewer = Viewer(staff.role, settings.secret_key, settings.public_url)
    return document_of(session, reservation_id, viewer, staff.actor, clock())


@router.patch(_ONE, responses=stale_by(StaleReservationOut))
def edit_reservation(
    reservation_id: RowId,
    body: ReservationEditIn,
    staff: ClerkOf,
    session: Writes,
    clock: ClockOf,
    settings: SettingsOf,
) -> ReservationOut:
    """Correct facts of a household, tags or follow-up. Refused only if a colleague has changed one of the same members
    since `version`; then nothing is saved, and the answer has the present document.
    """
    edit = edit_of(body, allow_test_domains=settings.environment == "local")
    now = clock()
    viewer = Viewer(staff.role, settings.secret_key, settings.public_url)

    def show() -> ReservationOut:
        return document_of(session, reservation_id, viewer, staff.actor, now)

    with with_current(session, show, changes_of(reservation_id)):
        save(session, reservation_id, body.version, edit, staff.actor, now)
    return show()


@router.post(f"{_ONE}/reveal")
def reveal_reservation(
    reservation_id: RowId, body: RevealIn, staff: ClerkOf, session: Writes, clock: ClockOf
) -> RevealedOut:
    """E-mail or phone in full; recorded in the audit log."""
    now = clock()
    value = reveal(session, reservation_id, body.field, staff.actor, now)
    return RevealedOut(value=value)


@router.post(f"{_ONE}/notes", status_code=201)
def add_reservation_note(
    reservation_id: RowId, body: ReservationNoteIn, staff: ClerkOf, session: Writes, clock: ClockOf
) -> ReservationNoteOut:
    """Add a note, optionally with a follow-up day. The same text within a minute is the same note."""
    now = clock()
    note_id = notes.add(session, reservation_id, body, staff.actor, now)
    return shown_note(session, reservation_id, note_id, staff.actor, now)


@router.put(f"{_NOTE}/pin")
def pin_reservation_note(
    reservation_id: RowId, note_id: RowId, body: PinIn, staff: ClerkOf, session: Writes, clock: ClockOf
) -> ReservationNoteOut:
    """Pin or unpin a note."""
    now = clock()
    notes.pin(session, reservation_id, note_id, body.is_pinned, (staff.actor, now))
    return shown_note(session, reservation_id, note_id, staff.actor, now)


@router.post(f"{_NOTE}/withdraw")
def withdraw_reservation_note(
    reservation_id: RowId, note_id: RowId, staff: ClerkOf, session: Writes, clock: ClockOf
) -> ReservationNoteOut:
    """Remove the text of one's own note within ten minutes; a trace stays visible."""
    now = clock()
    notes.withdraw(session, reservation_id, note_id, staff.actor, now)
    return shown_note(session, reservation_id, note_id, staff.actor, now)


@router.put(f"{_ONE}/follow-up")
def replace_reservation_follow_up(
    reservation_id: RowId, body: FollowUpIn, staff: ClerkOf, session: Writes, clock: ClockOf
) -> FollowUpOut:
    """Set or clear the follow-up; refused only if it is no longer the day that the caller saw."""
    whom = (staff.actor, clock())
    done = notes.replace(session, reservation_id, body, whom)
    return FollowUpOut(day=body.day, operation_id=done.operation_id, undo_until=done.undo_until)


@router.post("/reservations/merge")
def merge_reservations(
    body: MergeIn, staff: ClerkOf, session: Writes, clock: ClockOf, settings: SettingsOf
) -> ReservationOut:
    """Merge reservations; returns the one that stays."""
    now = clock()
    kept = merge(session, body.ids, staff.actor, body.reason, now, body.kept_id)
    return document_of(session, kept, Viewer(staff.role, settings.secret_key, settings.public_url), staff.actor, now)


@operations.post(f"{_BULK}/preview")
def preview_operation(
    name: Name, body: PreviewIn, staff: ClerkOf, session: Reads, guard: GuardOf
) -> OperationPreviewOut:
    """What an operation would do; nothing changes."""
    request = Request(named(name, staff.role), tuple(body.ids), staff.actor, guard=guard)
    if not body.notify and request.operation.may_be_untold:
        request = replace(request, untold=_NOT_TOLD)
    return perform.preview(session, request)


@operations.post(_BULK)
def perform_operation(
    name: Name, body: OperationIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf, guard: GuardOf
) -> PerformedOut:
    """Perform it on one or many. A refusal of a single one is a 409; among many it is part of the results."""
    request = replace(requested(named(name, staff.role), body, staff.actor), guard=guard)
    if request.operation.needs_second_person(request.confirmed_count or 0):
        raise SecondPersonNeeded
    performed = db.write(lambda session: perform.perform(session, request, clock()))
    with db.read() as session:
        refused = perform.refused_alone(session, request, performed)
    if refused is not None:
        raise refused
    return performed


@operations.post("/operations/{operation_id}/undo")
def undo_operation(operation_id: RowId, body: UndoIn, staff: ClerkOf, session: Writes, clock: ClockOf) -> PerformedOut:
    """Undo an operation."""
    only = None if body.ids is None else frozenset(body.ids)
    return undo(session, operation_id, staff.actor, staff.role, clock(), only)


@operations.post(f"{_ONE}/share/preview")
def preview_share_change(
    reservation_id: RowId, body: SharePreviewIn, _staff: ClerkOf, session: Reads, settings: SettingsOf
) -> SharePreviewOut:
    """What another package or plan would mean; nothing changes."""
    wanted, offered = Choice(body.annual_kwh, body.payment_plan), settings.instalments_offered
    return change_share.preview(session, reservation_id, wanted, instalments_offered=offered, notify=body.notify)


@operations.post(f"{_ONE}/share")
def perform_share_change(
    reservation_id: RowId, body: ShareChangeIn, staff: ClerkOf, session: Writes, clock: ClockOf, settings: SettingsOf
) -> PerformedOut:
    """Change package and plan before the contract. Both offers are kept."""
    asked = correction(CHANGE_SHARE, reservation_id, body, staff.actor)
    wanted, offered = Choice(body.annual_kwh, body.payment_plan), settings.instalments_offered
    return change_share.change_share(session, asked, wanted, clock(), instalments_offered=offered)


@operations.post(f"{_ONE}/spot/preview")
def preview_spot_move(reservation_id: RowId, body: MovePreviewIn, _staff: ClerkOf, session: Reads) -> MovePreviewOut:
    """What another place would mean; nothing changes."""
    target = Place(body.park, body.spot_number)
    found = move_spot.preview(session, reservation_id, target, notify=body.notify)
    if found.refusal is not None:
        found.swap = swap_spots.preview(session, find(session, reservation_id), target, notify=body.notify)
    return found


@operations.post(f"{_ONE}/spot")
def perform_spot_move(
    reservation_id: RowId, body: MoveIn, staff: ClerkOf, session: Writes, clock: ClockOf
) -> PerformedOut:
    """Move to another free place before the contract, and free the old one."""
    asked, target = correction(MOVE_SPOT, reservation_id, body, staff.actor), Place(body.park, body.spot_number)
    return move_spot.move_spot(session, asked, target, clock())


@operations.post(f"{_ONE}/spot/swap")
def perform_spot_swap(
    reservation_id: RowId, body: MoveIn, staff: ClerkOf, session: Writes, clock: ClockOf
) -> PerformedOut:
    """Exchange places with the household that has this one."""
    asked, target = correction(SWAP_SPOTS, reservation_id, body, staff.actor), Place(body.park, body.spot_number)
    return swap_spots.swap_spots(session, asked, target, clock())


@operations.post(f"{_ONE}/reopen/preview")
def preview_reopening(reservation_id: RowId, _staff: ClerkOf, session: Reads, clock: ClockOf) -> ReopenPreviewOut:
    """The consequences of reopening; nothing changes."""
    return reopen.preview(session, reservation_id, clock())


@operations.post(f"{_ONE}/reopen")
def reopen_reservation(
    reservation_id: RowId, body: ReopenIn, staff: ClerkOf, session: Writes, clock: ClockOf
) -> PerformedOut:
    """Reopen a cancelled or expired reservation, once its end can no longer be undone."""
    asked = Request(REOPEN, (reservation_id,), staff.actor, body.reason, body.version)
    past = body.past_waiting_reason
    return reopen.reopen(session, asked, past, clock())
