"""A household offers its place to another one, and takes the offer back."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy.orm import Session

from services.core.contact_details import mailbox_of
from services.core.http.errors import ValidationProblem
from services.household.errors import NotNow, TooManyMails
from services.household.hand_over import mails
from services.household.hand_over.errors import HandOverIsOpen, NoHandOver
from services.household.hand_over.inputs import HandOverIn
from services.household.hand_over.models import HandOver, HandOverAnswer
from services.household.hand_over.rows import HANDED_OVER_FROM, can_be_answered, finish, goes_on, note_open, open_of
from services.household.own import locked
from services.household.sign_in.send_link import may_mail
from services.reservations.models import Reservation
from services.settings import Settings

LASTS: Final = timedelta(days=14)
"""By the clock and not by days, as the time for confirming an address."""
_OWN_ADDRESS: Final = "Das ist Ihre eigene Adresse. Bitte geben Sie die des anderen Haushalts an."


def ask(
    session: Session,
    settings: Settings,
    reservation_id: int,
    wanted: HandOverIn,
    now: datetime,
    contract_id: int | None = None,
) -> None:
    """Offer the place to another household, with its contract if there is one, and write to both.

    NotNow where a contract is in the way, or for an unconfirmed address; HandOverIsOpen, TooManyMails;
    ValidationProblem for the household's own mailbox. Whether a contract can be taken over is the caller's question.
    """
    reservation = locked(session, reservation_id)
    if contract_id is None and reservation.state not in HANDED_OVER_FROM:
        raise NotNow("Einen Platz geben Sie hier nur bis zum Vertrag weiter, danach den Vertrag.")
    if reservation.email_confirmed_at is None:
        raise NotNow("Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.")
    if mailbox_of(wanted.email.normalized) == reservation.mailbox:
        raise ValidationProblem([{"field": "email", "code": "own_address", "message": _OWN_ADDRESS}])
    earlier = open_of(session, reservation.id)
    if earlier is not None and can_be_answered(earlier, reservation, now):
        raise HandOverIsOpen
    if earlier is not None:
        expire(session, earlier, reservation, now)
    # Neither may one household write to many strangers, nor many to one
    counted = (f"hand-over:{reservation.reference}", mailbox_of(wanted.email.normalized))
    if not all(may_mail(session, settings, one, now) for one in counted):
        raise TooManyMails
    hand_over = HandOver(
        reservation_id=reservation.id,
        contract_id=contract_id,
        name=wanted.name,
        email=wanted.email.typed,
        email_normalized=wanted.email.normalized,
        mailbox=mailbox_of(wanted.email.normalized),
        asked_at=now,
        answer_by=now + LASTS,
    )
    session.add(hand_over)
    session.flush()
    note_open(session, hand_over, reservation)
    mails.order_offer(session, hand_over, reservation, now)
    mails.order_asked(session, hand_over, reservation, now)


def withdraw(session: Session, reservation_id: int, now: datetime) -> None:
    """Take the offer back. NoHandOver where none is open."""
    reservation = locked(session, reservation_id)
    hand_over = open_of(session, reservation.id)
    if hand_over is None or not can_be_answered(hand_over, reservation, now):
        raise NoHandOver
    finish(session, hand_over, reservation, HandOverAnswer.WITHDRAWN, now)


def expire(session: Session, hand_over: HandOver, reservation: Reservation, now: datetime) -> None:
    """End an open hand-over whose time is over, or whose place can no longer be handed over. Both rows are locked."""
    if not goes_on(hand_over, reservation):
        finish(session, hand_over, reservation, HandOverAnswer.CLOSED, now, "system")
        return
    finish(session, hand_over, reservation, HandOverAnswer.EXPIRED, now, "system")
    mails.order_ended(session, hand_over, reservation, HandOverAnswer.EXPIRED, now)
