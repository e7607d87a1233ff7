"""A household gives its place back, and takes it back within a day."""

from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from services.household.errors import NotNow
from services.household.hand_over.ask import expire
from services.household.hand_over.rows import open_of
from services.household.own import shown
from services.reservations.desk.perform import Request, perform
from services.reservations.desk.schemas import UndoOut
from services.reservations.desk.undo import undo
from services.reservations.desk.undoable import undoable
from services.reservations.transitions import GIVE_UP, HOUSEHOLD, TAKEN_BACK_BY_HOUSEHOLD

_TOO_LATE: Final = "Das lässt sich nicht mehr rückgängig machen. Den Platz kann inzwischen ein anderer Haushalt haben."


def give_up(session: Session, reservation_id: int, now: datetime) -> None:
    """Cancel the reservation; its place is held for a day, and an offer of it to another household ends. NotNow where
    there is a contract, or nothing to give up.
    """
    hand_over = open_of(session, reservation_id)
    done = perform(session, Request(GIVE_UP, (reservation_id,), HOUSEHOLD), now)
    (row,) = done.results
    if row.outcome != "done":
        raise NotNow(row.detail or "")
    if hand_over is not None:
        expire(session, hand_over, shown(session, reservation_id), now)


def take_back(session: Session, reservation_id: int, now: datetime) -> None:
    """Undo it. NotNow once another household may have the number."""
    found = reversible(session, reservation_id, now)
    if found is None:
        raise NotNow(_TOO_LATE)
    done = undo(session, found.operation_id, HOUSEHOLD, HOUSEHOLD, now, [reservation_id])
    (row,) = done.results
    if row.outcome != "done":
        raise NotNow(row.detail or "")


def reversible(session: Session, reservation_id: int, now: datetime) -> UndoOut | None:
    """What the household may undo now."""
    found = undoable(session, shown(session, reservation_id), now)
    return next((one for one in found if one.name in TAKEN_BACK_BY_HOUSEHOLD), None)
