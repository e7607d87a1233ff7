"""What the other household's link shows, a fresh one in its place, and saying no."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.orm import Session

from services.household.errors import LinkOver, TooManyMails
from services.household.hand_over import links, mails
from services.household.hand_over.errors import NoHandOver
from services.household.hand_over.models import HandOver, HandOverAnswer, HandOverLink
from services.household.hand_over.rows import (
    can_be_answered,
    finish,
    goes_on,
    is_asked_from_present_address,
    lock,
)
from services.household.own import shown
from services.household.sign_in.send_link import may_mail
from services.reservations.models import Reservation
from services.settings import Settings

LinkState = Literal["open", "link_expired", "accepted", "declined", "withdrawn", "expired", "closed"]


@dataclass(frozen=True, slots=True)
class Found:
    """What a link is good for. `reservation` is the one that is offered."""

    state: LinkState
    hand_over: HandOver
    reservation: Reservation


def look(session: Session, key: bytes, token: str, now: datetime) -> Found:
    """What this link is good for; nothing changes. UnknownLink."""
    link = links.find(session, key, token)
    hand_over = session.get_one(HandOver, link.hand_over_id)
    reservation = shown(session, hand_over.reservation_id)
    return Found(_state(link, hand_over, reservation, now), hand_over, reservation)


def send_again(session: Session, settings: Settings, token: str, now: datetime) -> None:
    """Mail a new link in place of an expired one, while the offer is open. Raises UnknownLink, TooManyMails."""
    link = links.find(session, settings.secret_key, token)
    hand_over, reservation = lock(session, link.hand_over_id)
    if _state(link, hand_over, reservation, now) != "link_expired":
        return
    if not may_mail(session, settings, hand_over.mailbox, now):
        raise TooManyMails
    mails.order_offer(session, hand_over, reservation, now)


def decline(session: Session, key: bytes, token: str, now: datetime) -> None:
    """Decline: the place stays, and its household gets a mail. Raises UnknownLink, LinkOver, NoHandOver."""
    hand_over, reservation = lock_answerable(session, key, token, now)[:2]
    finish(session, hand_over, reservation, HandOverAnswer.DECLINED, now)
    mails.order_ended(session, hand_over, reservation, HandOverAnswer.DECLINED, now)


def lock_answerable(
    session: Session, key: bytes, token: str, now: datetime
) -> tuple[HandOver, Reservation, HandOverLink]:
    """The hand-over of a link that can be answered by it now, locked. UnknownLink, LinkOver, NoHandOver."""
    link = links.find(session, key, token)
    hand_over, reservation = lock(session, link.hand_over_id)
    state = _state(link, hand_over, reservation, now)
    if state == "link_expired":
        raise LinkOver
    if state != "open":
        raise NoHandOver
    return hand_over, reservation, link


def _state(link: HandOverLink, hand_over: HandOver, reservation: Reservation, now: datetime) -> LinkState:
    if hand_over.answer is not None:
        return HandOverAnswer(hand_over.answer).value
    if not can_be_answered(hand_over, reservation, now):
        if not is_asked_from_present_address(hand_over, reservation):
            return "withdrawn"
        return "expired" if goes_on(hand_over, reservation) else "closed"
    return "open" if now < link.expires_at else "link_expired"
