"""Reads and ends hand-overs under the lock of their reservation, with its history."""

from datetime import datetime
from typing import Final

from sqlalchemy import or_, select
from sqlalchemy.orm import Session

from services.household.hand_over.models import HandOver, HandOverAnswer
from services.household.own import locked
from services.reservations.changes import Note, change
from services.reservations.models import Reservation
from services.reservations.transitions import HAND_OVER, HOUSEHOLD, TRANSFER
from services.staff import audit

HANDED_OVER_FROM: Final = HAND_OVER.from_states
"""Before the contract, with which it is a transfer."""
_OPEN: Final = "open"


def lock(session: Session, hand_over_id: int) -> tuple[HandOver, Reservation]:
    """A hand-over and its reservation, park first, locked until the transaction ends."""
    reservation_id = session.get_one(HandOver, hand_over_id).reservation_id
    reservation = locked(session, reservation_id, with_park=True)
    return session.get_one(HandOver, hand_over_id, populate_existing=True), reservation


def open_of(session: Session, reservation_id: int) -> HandOver | None:
    """The hand-over of a reservation that nobody has answered, even if its time is over."""
    is_open = (HandOver.reservation_id == reservation_id) & HandOver.answer.is_(None)
    return session.scalars(select(HandOver).where(is_open).execution_options(populate_existing=True)).one_or_none()


def latest_of(session: Session, reservation_id: int) -> HandOver | None:
    """The open hand-over of a reservation, or the one that ended last."""
    query = select(HandOver).where(HandOver.reservation_id == reservation_id)
    return session.scalars(query.order_by(HandOver.id.desc()).limit(1)).one_or_none()


def can_be_answered(hand_over: HandOver, reservation: Reservation, now: datetime) -> bool:
    """Whether the other household can still say yes or no."""
    is_open = hand_over.answer is None and now < hand_over.answer_by
    return is_open and goes_on(hand_over, reservation) and is_asked_from_present_address(hand_over, reservation)


def goes_on(hand_over: HandOver, reservation: Reservation) -> bool:
    """Whether the place, or the contract, is still where it was offered."""
    return reservation.state in (HANDED_OVER_FROM if hand_over.contract_id is None else TRANSFER.from_states)


ENDED: Final = or_(
    HandOver.contract_id.is_(None) & Reservation.state.not_in(HANDED_OVER_FROM),
    HandOver.contract_id.is_not(None) & Reservation.state.not_in(TRANSFER.from_states),
)
"""The opposite of `goes_on`, in SQL."""


def is_asked_from_present_address(hand_over: HandOver, reservation: Reservation) -> bool:
    """Whether the address that the place was offered from is still the household's. Where it was corrected since, the
    offer may be a stranger's.
    """
    confirmed_at = reservation.email_confirmed_at
    return confirmed_at is not None and confirmed_at <= hand_over.asked_at


def note_open(session: Session, hand_over: HandOver, reservation: Reservation) -> None:
    """Keep in the history that the place is offered."""
    _note(session, reservation, ("", _OPEN), "ask_hand_over", HOUSEHOLD, hand_over.asked_at)


def finish(
    session: Session,
    hand_over: HandOver,
    reservation: Reservation,
    answer: HandOverAnswer,
    now: datetime,
    actor: str = HOUSEHOLD,
) -> None:
    """End an open hand-over that no place changes hands by; both rows are locked.

    One that ends with its reservation records no change itself: that would keep staff, or the household, from
    undoing what ended the reservation.
    """
    hand_over.answer, hand_over.ended_at = answer.value, now
    moved = None if answer is HandOverAnswer.CLOSED else (_OPEN, answer.value)
    _note(session, reservation, moved, f"hand_over_{answer.value}", actor, now)


def _note(
    session: Session, reservation: Reservation, moved: tuple[str, str] | None, action: str, actor: str, now: datetime
) -> None:
    if moved is not None:
        change(session, reservation, {}, Note(actor, action), now, {"hand_over": moved})
    session.flush()
    audit.append(session, [audit.Event(actor, f"reservation.{action}", f"reservation:{reservation.id}", {})], now)
