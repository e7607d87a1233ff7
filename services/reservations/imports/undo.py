"""Undoes a whole import within 24 hours: frees the places and withdraws waiting mails and letters.

As with every undo, a reservation that a clerk or its household has changed since stays; so does one with a contract.
The others end like by any other operation (`desk/perform.py`). Only households that were sent a mail get another one.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Select, exists, or_, select, update
from sqlalchemy.orm import Session

from services.core.http.answers import Extended
from services.mail import outbox
from services.mail.models import WAITING, Mail, MailState
from services.reservations.desk.models import ReservationNote
from services.reservations.desk.perform import Request, perform
from services.reservations.errors import ImportTooOld, ImportUndone, UnknownImport
from services.reservations.imports.carry_out import entered_ids, lock_import
from services.reservations.imports.models import ImportRow, ImportState, ReservationImport
from services.reservations.imports.schemas import KeptOut, UndoOutlookOut
from services.reservations.models import Reservation, ReservationChange
from services.reservations.transitions import TAKE_BACK_IMPORT, UNDO_WINDOW
from services.staff import audit

_NEVER_TOLD: Final = "Die Bestätigung war noch nicht hinausgegangen."
_REASON: Final = "Einlesen rückgängig gemacht"
_SYSTEM: Final = "system"


@dataclass(frozen=True, slots=True)
class _Outlook:
    """What taking back would do: which go, which of their households know already, and which were changed since."""

    ids: list[int]
    told: list[int]
    changed: list[KeptOut]


def outlook(session: Session, import_id: int, at: datetime) -> UndoOutlookOut:
    """What an undo would do now. UnknownImport, ImportUndone, ImportTooOld."""
    made = session.get(ReservationImport, import_id)
    if made is None:
        raise UnknownImport
    _check(made, at)
    found = _outlook(session, made)
    return UndoOutlookOut(count=len(found.ids), told=len(found.told), changed=found.changed)


def undo(session: Session, import_id: int, by: str, at: datetime) -> None:
    """Take the import back. UnknownImport, ImportUndone, ImportTooOld; a unit of work."""
    made = lock_import(session, import_id)
    _check(made, at)
    found = _outlook(session, made)
    ids, told = found.ids, found.told
    _withdraw_waiting(session, ids, at)
    for some, untold in ((told, ""), ([id_ for id_ in ids if id_ not in set(told)], _NEVER_TOLD)):
        if some:
            perform(session, Request(TAKE_BACK_IMPORT, tuple(some), by, _REASON, untold=untold), at)
    # Note it; rows that still waited to be entered never will be
    gone = ImportRow.import_id == made.id, ImportRow.reservation_id.in_(ids)
    taken_back = update(ImportRow).where(*gone).values(taken_back_at=at)
    session.execute(taken_back.execution_options(synchronize_session=False))
    waiting = update(ImportRow).where(ImportRow.import_id == made.id).values(entry=None)
    session.execute(waiting.execution_options(synchronize_session=False))
    made.state, made.problem, made.undone_at, made.undone_by = ImportState.UNDONE.value, None, at, by
    details = {"rows": len(ids), "kept": len(found.changed)}
    audit.append(session, [audit.Event(by, "reservation_import.undone", f"reservation_import:{made.id}", details)], at)


def _check(made: ReservationImport, at: datetime) -> None:
    if made.state == ImportState.UNDONE:
        raise ImportUndone
    if at >= made.at + UNDO_WINDOW:
        raise ImportTooOld


def _outlook(session: Session, made: ReservationImport) -> _Outlook:
    ids = entered_ids(session, made.id)
    rows = session.scalars(_imported(made.id).order_by(ImportRow.line)).all()
    # Whether a person has changed the reservation or written a note since it was entered; jobs do not count
    by_somebody = exists().where(ReservationChange.reservation_id == Reservation.id, ReservationChange.actor != _SYSTEM)
    noted = exists().where(
        ReservationNote.reservation_id == Reservation.id, ReservationNote.created_at > ImportRow.entered_at
    )
    touched = set(session.scalars(_imported(made.id).with_only_columns(Reservation.id).where(or_(by_somebody, noted))))
    changed = [
        KeptOut.model_validate(Extended(row, name=f"{row.first_name} {row.last_name}"))
        for row in rows
        if row.id in touched or row.state not in TAKE_BACK_IMPORT.from_states
    ]
    apart = {row.id for row in changed}
    free = [id_ for id_ in ids if id_ not in apart]
    # Those whose household has been sent something, or is being sent it
    subjects = {f"reservation:{id_}": id_ for id_ in free}
    sent = select(Mail.subject_ref).where(Mail.subject_ref.in_(subjects), Mail.state == MailState.SENT.value)
    return _Outlook(free, sorted({subjects[subject] for subject in session.scalars(sent)}), changed)


def _imported(import_id: int) -> Select[Any]:
    """The reservations of an import that were not taken back, each with its row."""
    own = (ImportRow.import_id == import_id) & ImportRow.taken_back_at.is_(None)
    return select(Reservation).join(ImportRow, ImportRow.reservation_id == Reservation.id).where(own)


def _withdraw_waiting(session: Session, ids: Iterable[int], at: datetime) -> None:
    subjects = [f"reservation:{id_}" for id_ in ids]
    waiting = session.scalars(select(Mail.dedupe_key).where(WAITING, Mail.subject_ref.in_(subjects))).all()
    outbox.cancel(session, list(waiting), at)
