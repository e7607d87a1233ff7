"""The follow-up of one reservation, set or cleared in one call that depends on nothing else of it."""

from datetime import date, datetime

from sqlalchemy.orm import Session

from services.core.german import numeric_day
from services.reservations.desk.notes_schemas import FollowUpIn
from services.reservations.desk.perform import Request, lock, perform
from services.reservations.desk.results import Performed
from services.reservations.errors import FollowUpMoved, UnknownReservation
from services.reservations.transitions import OPERATIONS

_OPERATION = OPERATIONS["set_follow_up"]


def replace(session: Session, reservation_id: int, wanted: FollowUpIn, whom: tuple[str, datetime]) -> Performed:
    """Set the day, None for no follow-up, if it still is the one that was seen. FollowUpMoved otherwise."""
    actor, now = whom
    rows = lock(session, [reservation_id], with_parks=False)
    if not rows:
        raise UnknownReservation
    stored = rows[0].follow_up_on
    if stored not in (wanted.seen, wanted.day):
        raise FollowUpMoved(None if stored is None else numeric_day(stored), stored)
    request = Request(_OPERATION, (reservation_id,), actor, day=wanted.day, subject=wanted.subject)
    return perform(session, request, now)


def move(session: Session, reservation_id: int, day: date | None, actor: str, now: datetime) -> Performed:
    """Set the day whatever it was: the named operation, so that it can be taken back like any other."""
    return perform(session, Request(_OPERATION, (reservation_id,), actor, day=day), now)
