"""Composes the mails of a household's own page."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from services.core.contact_details import deliverable_address, read_email
from services.core.german import long_moment
from services.household_links.links import issue_one
from services.household_links.models import Purpose
from services.mail import outbox
from services.mail.letters.household import (
    ConfirmAddress,
    ConfirmNewAddress,
    HouseholdPageLetter,
    PageLink,
)
from services.mail.link_tokens import seed_sha256
from services.reservations.mails import compose
from services.reservations.models import Reservation
from services.reservations.states import ReservationState


def letter(reservation: Reservation, kind: type[HouseholdPageLetter], **members: Any) -> outbox.Order:
    """A mail to the household's present address about the change that made its present version."""
    key = f"{kind.kind}:{reservation.reference}:{reservation.version}"
    return compose(reservation, kind.kind, key, **members)


def send_link(session: Session, reservation: Reservation, now: datetime) -> None:
    """Mail a fresh link to the page; to an address not confirmed yet, one that asks for that. A household without a
    mailbox has no such page.
    """
    if not reservation.has_mailbox:
        return
    asks = reservation.email_confirmed_at is None and reservation.state == ReservationState.RESERVED
    purpose = Purpose.CONFIRM if asks else Purpose.OPEN
    seed = issue_one(session, reservation.id, purpose, reservation.email, now)
    kind = ConfirmAddress.kind if asks else PageLink.kind
    members: dict[str, Any] = {"link_seed": seed, "confirm_by": deadline_words(reservation)}
    outbox.order(session, [compose(reservation, kind, _key(kind, reservation, seed), **members)], now)


def send_to_new_address(session: Session, reservation: Reservation, email: str, now: datetime) -> None:
    """Mail a link to an address, as typed, that is to replace the present one."""
    seed = issue_one(session, reservation.id, Purpose.CHANGE_EMAIL, email, now)
    kind = ConfirmNewAddress.kind
    order = compose(reservation, kind, _key(kind, reservation, seed), link_seed=seed)
    typed, normalized = read_email(email, allow_test_domains=True)
    outbox.order(session, [replace(order, recipient=deliverable_address(typed, normalized))], now)


def deadline_words(reservation: Reservation) -> str:
    """Until when the address has to be confirmed; empty: no matter."""
    return long_moment(reservation.confirm_by) if reservation.confirm_by else ""


def _key(kind: str, reservation: Reservation, seed: str) -> str:
    return f"{kind}:{reservation.reference}:{seed_sha256(seed)[:16]}"
