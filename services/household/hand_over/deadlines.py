"""Job: ends hand-overs that nobody answered in time, or whose place cannot be handed over any more."""

from datetime import datetime, timedelta

from sqlalchemy import delete, or_, select
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.household.hand_over.ask import expire
from services.household.hand_over.mails import subject_ref
from services.household.hand_over.models import HandOver, HandOverLink
from services.household.hand_over.rows import ENDED, can_be_answered, lock
from services.mail import outbox
from services.reservations.models import Reservation

_BATCH = 500
_KEPT = timedelta(days=30)
"""After its end a hand-over still tells both households how it ended."""


def end_hand_overs(db: Database, clock: Clock) -> int:
    """One round over what is due; returns how many ended. Any number of processes may run it at once."""
    now = clock()
    with db.read() as session:
        due = due_now(session, now)
    return sum(db.write(lambda session, id_=id_: end_if_over(session, id_, now)) for id_ in due)  # type: ignore[misc]


def due_now(session: Session, now: datetime) -> list[int]:
    """Ids of the open hand-overs that are over."""
    is_over = or_(HandOver.answer_by <= now, ENDED)
    query = select(HandOver.id).join(Reservation, Reservation.id == HandOver.reservation_id)
    return list(session.scalars(query.where(HandOver.answer.is_(None), is_over).order_by(HandOver.id)))


def forget_ended(session: Session, now: datetime) -> int:
    """Delete hand-overs that ended long ago, and every trace of the other household's address; returns how many."""
    gone = session.scalars(select(HandOver.id).where(HandOver.ended_at <= now - _KEPT).limit(_BATCH)).all()
    if gone:
        session.execute(delete(HandOverLink).where(HandOverLink.hand_over_id.in_(gone)))
        session.execute(delete(HandOver).where(HandOver.id.in_(gone)))
        outbox.forget(session, [subject_ref(id_) for id_ in gone])
    return len(gone)


def end_if_over(session: Session, hand_over_id: int, now: datetime) -> bool:
    """End one, looked at again under the locks: an answer may have been quicker. Whether it was ended."""
    hand_over, reservation = lock(session, hand_over_id)
    if hand_over.answer is not None or can_be_answered(hand_over, reservation, now):
        return False
    expire(session, hand_over, reservation, now)
    return True
