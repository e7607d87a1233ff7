"""Composes the mails about handing a place over. Those to the other household name the offering one, and nothing that
was typed of the other: its address may be a stranger's.
"""

from dataclasses import replace
from datetime import datetime

from sqlalchemy.orm import Session

from services.core.clock import berlin_day
from services.core.contact_details import deliverable_address
from services.core.german import long_day, long_moment
from services.household.hand_over import links
from services.household.hand_over.models import HandOver, HandOverAnswer
from services.mail import outbox
from services.mail.letters.hand_over import (
    ContractOfferAsked,
    ContractOffered,
    HandOverAsked,
    HandOverEnded,
    HandOverOffered,
    HandOverTaken,
)
from services.mail.link_tokens import seed_sha256
from services.parks.models import Park
from services.reservations.mails import compose, order_letters
from services.reservations.models import Reservation


def order_asked(session: Session, hand_over: HandOver, reservation: Reservation, now: datetime) -> None:
    """To the offering household: what it has asked for, so that its owner notices when another person did."""
    kind = (HandOverAsked if hand_over.contract_id is None else ContractOfferAsked).kind
    mail = compose(reservation, kind, f"{kind}:{hand_over.id}", until=long_moment(hand_over.answer_by))
    order_letters(session, [mail], now)


def order_offer(session: Session, hand_over: HandOver, reservation: Reservation, now: datetime) -> None:
    """To the other household, with a fresh link."""
    seed = links.issue(session, hand_over.id, now)
    kind = (HandOverOffered if hand_over.contract_id is None else ContractOffered).kind
    key = f"{kind}:{hand_over.id}:{seed_sha256(seed)[:16]}"
    until = long_moment(hand_over.answer_by)
    mail = compose(reservation, kind, key, link_seed=seed, until=until)
    recipient = deliverable_address(hand_over.email, hand_over.email_normalized)
    outbox.order(session, [replace(mail, recipient=recipient, subject_ref=subject_ref(hand_over.id))], now)


def order_taken(session: Session, taken: Reservation, now: datetime) -> None:
    """To the household that has the place now, with a link to its page."""
    confirmed_at = session.get_one(Park, taken.park_id).confirmed_at
    confirmed_day = long_day(berlin_day(confirmed_at)) if confirmed_at else ""
    key = f"{HandOverTaken.kind}:{taken.reference}"
    order_letters(session, [compose(taken, HandOverTaken.kind, key, confirmed_day=confirmed_day)], now)


def order_ended(
    session: Session, hand_over: HandOver, reservation: Reservation, answer: HandOverAnswer, now: datetime
) -> None:
    """To the offering household, which keeps its place."""
    mail = compose(reservation, HandOverEnded.kind, f"{HandOverEnded.kind}:{hand_over.id}", how=answer.value)
    order_letters(session, [mail], now)


def subject_ref(hand_over_id: int) -> str:
    """What the mails to the other household are filed under, which go with the hand-over and not with a reservation."""
    return f"hand_over:{hand_over_id}"
