"""Sends a household a fresh link. The answer does not reveal whether the address is known."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.contact_details import Email, mailbox_of
from services.core.http.callers.rate_limit import Limit, check_call
from services.household.errors import TooManyMails
from services.household.sign_in.use_link import is_to
from services.household_links import links
from services.reservations.mails import send_link
from services.reservations.models import Reservation
from services.reservations.states import HOLDS_A_SPOT
from services.settings import Settings


def send_for_address(session: Session, settings: Settings, email: Email, now: datetime) -> None:
    """Mail a link to each reservation of this mailbox that has a place; to its latest one where none has."""
    query = select(Reservation).where(Reservation.mailbox == mailbox_of(email.normalized))
    found = session.scalars(query.order_by(Reservation.id.desc())).all()
    for reservation in [one for one in found if one.state in HOLDS_A_SPOT] or found[:1]:
        if may_mail(session, settings, reservation.mailbox, now):
            send_link(session, reservation, now)


def send_again(session: Session, settings: Settings, token: str, now: datetime) -> None:
    """Mail a fresh link in the place of one that is over, to the present address of its reservation. Nothing for one to
    another address: it may be a stranger's. TooManyMails.
    """
    link = links.find(session, settings.secret_key, token)
    if link is None or link.expires_at > now:
        return
    reservation = session.get_one(Reservation, link.reservation_id)
    if not is_to(link, reservation):
        return
    if not may_mail(session, settings, reservation.mailbox, now):
        raise TooManyMails
    send_link(session, reservation, now)


def may_mail(session: Session, settings: Settings, mailbox: str, now: datetime) -> bool:
    """Count one more mail to a mailbox; False beyond the limit, so that nobody floods it."""
    if not settings.rate_limits.are_on:
        return True
    rate = settings.rate_limits.household_mail
    limit = Limit("household-mail", rate.calls, rate.seconds)
    return check_call(session, limit, limit.bucket(mailbox, settings.secret_key), now) is None
