"""Notes as the console shows them."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.reservations.desk.models import ReservationNote
from services.reservations.desk.notes import WITHDRAWABLE, notes_of
from services.reservations.desk.notes_schemas import FromReservationOut, ReservationNoteOut
from services.reservations.models import Reservation
from services.staff.actor_names import actor_names


def shown_notes(session: Session, reservation_id: int, reader: str, now: datetime) -> list[ReservationNoteOut]:
    """Every note on the page of a reservation, latest first."""
    return _shown(session, reservation_id, notes_of(session, reservation_id), reader, now)


def shown_note(session: Session, reservation_id: int, note_id: int, reader: str, now: datetime) -> ReservationNoteOut:
    """One that was just written or changed."""
    return _shown(session, reservation_id, [session.get_one(ReservationNote, note_id)], reader, now)[0]


def _shown(
    session: Session, reservation_id: int, notes: Sequence[ReservationNote], reader: str, now: datetime
) -> list[ReservationNoteOut]:
    names = actor_names(session, {one for note in notes for one in (note.author, note.pinned_by) if one})
    others = {note.reservation_id for note in notes} - {reservation_id}
    merged = {row.id: row for row in session.scalars(select(Reservation).where(Reservation.id.in_(others)))}
    return [
        ReservationNoteOut(
            id=note.id,
            text=note.text,
            author_name=names.get(note.author, note.author) if note.author else None,
            is_own=note.author == reader,
            created_at=note.created_at,
            pinned_at=note.pinned_at,
            pinned_by_name=names.get(note.pinned_by) if note.pinned_by else None,
            withdrawn_at=note.withdrawn_at,
            withdraw_until=_withdraw_until(note, reader, now),
            from_reservation=FromReservationOut.model_validate(merged[note.reservation_id])
            if note.reservation_id in merged
            else None,
        )
        for note in notes
    ]


def _withdraw_until(note: ReservationNote, reader: str, now: datetime) -> datetime | None:
    until = note.created_at + WITHDRAWABLE
    return until if note.author == reader and note.withdrawn_at is None and now < until else None
