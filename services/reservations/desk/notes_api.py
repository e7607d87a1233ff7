"""Staff API for notes about a reservation and for its follow-up. No call needs the reservation's version."""

from services.core.http.dependencies import ClockOf, DatabaseOf
from services.core.http.openapi import problems
from services.core.inputs import RowId
from services.reservations.desk import follow_up, notes
from services.reservations.desk.notes_schemas import (
    FollowUpIn,
    FollowUpOut,
    PinIn,
    ReservationNoteIn,
    ReservationNoteOut,
)
from services.reservations.desk.notes_show import shown_note
from services.staff.access import ClerkOf, StaffRouter

router = StaffRouter(tag="reservations")
_ONE = "/reservations/{reservation_id:int}"
_NOTE = f"{_ONE}/notes/{{note_id:int}}"
_REFUSED = problems(401, 403, 404, 409, 422, 503)


@router.post(f"{_ONE}/notes", status_code=201, operation_id="add_reservation_note", responses=_REFUSED)
def add_note(
    reservation_id: RowId, body: ReservationNoteIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> ReservationNoteOut:
    """Write a note, with a follow-up day if wanted. The same text again within a minute is the same note."""
    now = clock()
    note_id = db.write(lambda session: notes.add(session, reservation_id, body, staff.actor, now))
    with db.read() as session:
        return shown_note(session, reservation_id, note_id, staff.actor, now)


@router.put(f"{_NOTE}/pin", operation_id="pin_reservation_note", responses=_REFUSED)
def pin_note(
    reservation_id: RowId, note_id: RowId, body: PinIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> ReservationNoteOut:
    """Pin a note above the others, or let it go."""
    now = clock()
    db.write(lambda session: notes.pin(session, reservation_id, note_id, body.is_pinned, (staff.actor, now)))
    with db.read() as session:
        return shown_note(session, reservation_id, note_id, staff.actor, now)


@router.post(f"{_NOTE}/withdraw", operation_id="withdraw_reservation_note", responses=_REFUSED)
def withdraw_note(
    reservation_id: RowId, note_id: RowId, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> ReservationNoteOut:
    """Remove the text of one's own note within ten minutes. That there was one stays visible."""
    now = clock()
    db.write(lambda session: notes.withdraw(session, reservation_id, note_id, staff.actor, now))
    with db.read() as session:
        return shown_note(session, reservation_id, note_id, staff.actor, now)


@router.put(f"{_ONE}/follow-up", operation_id="replace_reservation_follow_up", responses=_REFUSED)
def replace_follow_up(
    reservation_id: RowId, body: FollowUpIn, staff: ClerkOf, db: DatabaseOf, clock: ClockOf
) -> FollowUpOut:
    """Set or clear the follow-up; refused only when it no longer is the day that the caller saw."""
    whom = (staff.actor, clock())
    done = db.write(lambda session: follow_up.replace(session, reservation_id, body, whom))
    return FollowUpOut(day=body.day, operation_id=done.operation_id, undo_until=done.undo_until)
