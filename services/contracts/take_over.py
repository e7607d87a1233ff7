"""A household passes its contract on by itself: it offers it, and the other one takes it over by the link in its mail.

Both confirm from their mailboxes, as with a place before the contract (`household/hand_over/`). The other one
enters address and account, reads the papers and declares; until it has, the contract is the former holder's.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from services.contracts.errors import NoContractNow, OfferChanged
from services.contracts.models import Contract
from services.contracts.order import Maker, Taken, consent, standing_of
from services.contracts.papers import Text
from services.contracts.transfer import (
    GIVING,
    Wanted,
    declarations,
    made_for,
    texts_to_read,
    why_not,
    write_transfer,
)
from services.core.clock import Clock, berlin_day
from services.core.db.db import Database
from services.household.errors import LinkOver, NotNow
from services.household.hand_over.accept import proof_of_address, why_no_more
from services.household.hand_over.answers import lock_answerable, look
from services.household.hand_over.ask import ask
from services.household.hand_over.errors import NoHandOver
from services.household.hand_over.inputs import HandOverIn
from services.household.hand_over.models import HandOver, HandOverAnswer
from services.household.own import locked, shown
from services.household_links import sessions
from services.reservations.transitions import HOUSEHOLD

_HOUSEHOLD: Final = Taken(HOUSEHOLD)


@dataclass(frozen=True, slots=True)
class Offered:
    """What the other household reads before it decides, if it does so today."""

    texts: list[Text]
    declared: dict[str, str]
    first_day: date


def offer(session: Session, maker: Maker, reservation_id: int, wanted: HandOverIn, now: datetime) -> None:
    """Offer the contract to somebody, with the declaration that it is given away. NoContractNow, and what `ask` raises.
    A unit of work.
    """
    reservation = locked(session, reservation_id)
    contract = standing_of(session, reservation_id)
    if contract is None:
        raise NoContractNow("Zu dieser Reservierung gibt es noch keinen Vertrag.")
    if reason := why_not(session, contract, reservation, now, is_offered=True):
        raise NoContractNow(reason)
    ask(session, maker.settings, reservation_id, wanted, now, contract.id)
    consent(session, reservation_id, (GIVING,), _HOUSEHOLD, now)


def offered(session: Session, maker: Maker, token: str, now: datetime) -> Offered:
    """What a link offers. UnknownLink, LinkOver, NoHandOver, NoContractNow."""
    hand_over = _open(session, maker, token, now)
    given = shown(session, hand_over.reservation_id)
    contract = session.get_one(Contract, hand_over.contract_id)
    texts = texts_to_read(session, maker, contract, given, _HOUSEHOLD, now)
    return Offered(texts, declarations(is_other=False), _first_day(now))


def take_over(db: Database, maker: Maker, token: str, wanted: Wanted, seen: date, clock: Clock) -> sessions.Begun:
    """Take it over and open the page of the new reservation. UnknownLink, LinkOver, NoHandOver, NoContractNow,
    EmailLimit, PhoneLimit; OfferChanged where the page showed another first day (`seen`).
    """
    now = clock()
    if seen != _first_day(now):
        raise OfferChanged
    with db.read() as session:
        hand_over = _open(session, maker, token, now)
        wanted = wanted.from_mailbox(hand_over.email, hand_over.email_normalized, now)
        made = made_for(session, maker, hand_over.contract_id or 0, wanted, _HOUSEHOLD, now)

    def write(session: Session) -> sessions.Begun:
        hand_over, given, link = lock_answerable(session, maker.settings.secret_key, token, now)
        phone = str(wanted.own["mobile_phone_e164"])
        if problem := why_no_more(session, maker.settings, hand_over, given, phone):
            raise problem
        hand_over.answer, hand_over.ended_at = HandOverAnswer.ACCEPTED.value, now
        session.flush()
        heir = write_transfer(session, maker, hand_over.contract_id or 0, made)
        session.add(proof_of_address(heir.reservation_id, link, now))
        return sessions.begin(session, heir.reservation_id, now)

    return db.write(write)


def _first_day(now: datetime) -> date:
    return berlin_day(now) + timedelta(days=1)


def _open(session: Session, maker: Maker, token: str, now: datetime) -> HandOver:
    found = look(session, maker.settings.secret_key, token, now)
    if found.state == "link_expired":
        raise LinkOver
    if found.state != "open":
        raise NoHandOver
    if found.hand_over.contract_id is None:
        raise NotNow("Zu diesem Platz gibt es noch keinen Vertrag.")
    return found.hand_over
