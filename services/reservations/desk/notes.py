"""Notes about a reservation and its follow-up, each in one call that needs no version of the reservation.

A note changes nothing of the reservation and never raises its version, so no note is refused because a
colleague saved something else. The reservation's row is locked meanwhile, so that two sendings of one note meet.
"""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from services.core.german import numeric_day
from services.reservations.desk.inputs import CallIn, FollowUpIn, ReservationNoteIn
from services.reservations.desk.models import ReservationNote
from services.reservations.desk.perform import Request, lock_one, perform
from services.reservations.desk.schemas import FromReservationOut, PerformedOut, ReservationNoteOut
from services.reservations.errors import (
    ErasedReservation,
    FollowUpMoved,
    NoteOfOther,
    NoteTooOld,
    UnknownNote,
)
from services.reservations.models import Reservation
from services.reservations.transitions import OPERATIONS
from services.staff import audit
from services.staff.actor_names import actor_names

SAME_NOTE: Final = timedelta(minutes=1)
"""The same text by the same author within this time is one note, sent twice."""
WITHDRAWABLE: Final = timedelta(minutes=10)


def add(session: Session, reservation_id: int, wanted: ReservationNoteIn, actor: str, now: datetime) -> int:
    """Add a note, and set the follow-up if it names a day. Returns the note's id.

    Raises UnknownReservation, ErasedReservation.
    """
    reservation = lock_open(session, reservation_id)
    call = wanted.call
    is_same = (
        (ReservationNote.reservation_id == reservation.id)
        & (ReservationNote.author == actor)
        & (ReservationNote.text == wanted.text)
        & (ReservationNote.called_at.is_(None) if call is None else _is_as_long(call))
        & (ReservationNote.created_at > now - SAME_NOTE)
        & ReservationNote.withdrawn_at.is_(None)
    )
    note_id = session.scalar(select(ReservationNote.id).where(is_same).order_by(ReservationNote.id).limit(1))
    if note_id is None:
        note_id = _insert(session, reservation.id, wanted, actor, now)
    if wanted.follow_up_on is not None:
        move(session, reservation.id, wanted.follow_up_on, actor, now)
    return note_id


def add_first(session: Session, reservation_id: int, text: str, actor: str, now: datetime) -> int:
    """Add the first note of a reservation that this transaction has made: no other can have locked it, erased it, or
    written the same. Returns the note's id.
    """
    return _insert(session, reservation_id, ReservationNoteIn(text=text), actor, now)


def pin(session: Session, reservation_id: int, note_id: int, is_pinned: bool, whom: tuple[str, datetime]) -> None:
    """Pin a note or let it go. One that already is as wanted stays as it is. Raises UnknownNote."""
    actor, now = whom
    note = _locked(session, reservation_id, note_id)
    if is_pinned is (note.pinned_at is not None):
        return
    note.pinned_at, note.pinned_by = (now, actor) if is_pinned else (None, None)
    _log(session, note, "note_pinned" if is_pinned else "note_unpinned", actor, now)


def withdraw(session: Session, reservation_id: int, note_id: int, actor: str, now: datetime) -> None:
    """Remove the text of one's own note within ten minutes; that there was one stays visible.

    Raises UnknownNote, NoteOfOther, NoteTooOld.
    """
    note = _locked(session, reservation_id, note_id)
    if note.withdrawn_at is not None:
        return
    if note.author != actor:
        raise NoteOfOther
    if now >= note.created_at + WITHDRAWABLE:
        raise NoteTooOld
    note.text, note.withdrawn_at = "", now
    note.pinned_at, note.pinned_by = None, None
    _log(session, note, "note_withdrawn", actor, now)


def notes_of(session: Session, reservation_id: int) -> Sequence[ReservationNote]:
    """Its notes and those of reservations merged into it, latest first."""
    merged = select(Reservation.id).where(Reservation.merged_into_id == reservation_id)
    is_its = or_(ReservationNote.reservation_id == reservation_id, ReservationNote.reservation_id.in_(merged))
    query = select(ReservationNote).where(is_its)
    return session.scalars(query.order_by(ReservationNote.created_at.desc(), ReservationNote.id.desc())).all()


def written_about(session: Session, ids: Sequence[int]) -> dict[int, list[str]]:
    """The texts of the notes of each of these reservations, in their order; those without any are missing."""
    found: dict[int, list[str]] = {}
    is_left = ReservationNote.reservation_id.in_(ids) & (ReservationNote.text != "")
    query = select(ReservationNote.reservation_id, ReservationNote.text).where(is_left)
    for id_, text in session.execute(query.order_by(ReservationNote.id)):
        found.setdefault(id_, []).append(text)
    return found


def lock_open(session: Session, reservation_id: int) -> Reservation:
    """The reservation, locked; UnknownReservation, or ErasedReservation if its household was erased."""
    reservation = lock_one(session, reservation_id)
    if reservation.erased_at is not None:
        raise ErasedReservation
    return reservation


def _insert(session: Session, reservation_id: int, wanted: ReservationNoteIn, actor: str, now: datetime) -> int:
    note = ReservationNote(reservation_id=reservation_id, author=actor, text=wanted.text, created_at=now)
    if wanted.call is not None:
        length = wanted.call.minutes
        note.called_at = now - timedelta(minutes=max(length or 0, wanted.call.began_minutes_ago))
        note.talked_minutes = length
    if wanted.is_pinned:
        note.pinned_at, note.pinned_by = now, actor
    session.add(note)
    session.flush()
    _log(session, note, "note_added", actor, now)
    return note.id


def _is_as_long(call: CallIn) -> ColumnElement[bool]:
    """Calls of this length. The beginning of one that is sent twice may differ by a minute."""
    return ReservationNote.called_at.is_not(None) & ReservationNote.talked_minutes.is_not_distinct_from(call.minutes)


def _locked(session: Session, reservation_id: int, note_id: int) -> ReservationNote:
    """A note shown on the page of this reservation."""
    query = select(ReservationNote).where(ReservationNote.id == note_id).with_for_update()
    note = session.scalars(query.execution_options(populate_existing=True)).one_or_none()
    if note is None or note.reservation_id not in (reservation_id, *_merged(session, reservation_id)):
        raise UnknownNote
    return note


def _merged(session: Session, reservation_id: int) -> Sequence[int]:
    return session.scalars(select(Reservation.id).where(Reservation.merged_into_id == reservation_id)).all()


def _log(session: Session, note: ReservationNote, what: str, actor: str, now: datetime) -> None:
    event = audit.Event(actor, f"reservation.{what}", f"reservation:{note.reservation_id}", {"note": note.id})
    audit.append(session, [event], now)


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
            called_at=note.called_at,
            talked_minutes=note.talked_minutes,
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


_OPERATION = OPERATIONS["set_follow_up"]


def replace(session: Session, reservation_id: int, wanted: FollowUpIn, whom: tuple[str, datetime]) -> PerformedOut:
    """Set the day, None for no follow-up, if it still is the one that was seen. FollowUpMoved otherwise."""
    actor, now = whom
    stored = lock_one(session, reservation_id).follow_up_on
    if stored not in (wanted.seen, wanted.day):
        raise FollowUpMoved(None if stored is None else numeric_day(stored), stored)
    request = Request(_OPERATION, (reservation_id,), actor, day=wanted.day, subject=wanted.subject)
    return perform(session, request, now)


def move(session: Session, reservation_id: int, day: date | None, actor: str, now: datetime) -> PerformedOut:
    """Set the day whatever it was: the named operation, so that it can be taken back like any other."""
    return perform(session, Request(_OPERATION, (reservation_id,), actor, day=day), now)
