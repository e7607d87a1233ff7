"""Composes the mails of a household's own page."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from services.core.contact_details import deliverable_address, read_email
from services.household_links.links import issue_one
from services.household_links.models import Purpose
from services.mail import outbox
from services.mail.letters.household import ConfirmNewAddress, HouseholdPageLetter
from services.reservations.mails import compose, link_key
from services.reservations.models import Reservation


def letter(reservation: Reservation, kind: type[HouseholdPageLetter], **members: Any) -> outbox.Order:
    """A mail to the household's present address about the change that made its present version."""
    key = f"{kind.kind}:{reservation.reference}:{reservation.version}"
    return compose(reservation, kind.kind, key, **members)


def send_to_new_address(session: Session, reservation: Reservation, email: str, now: datetime) -> None:
    """Mail a link to an address, as typed, that is to replace the present one."""
    seed = issue_one(session, reservation.id, Purpose.CHANGE_EMAIL, email, now)
    kind = ConfirmNewAddress.kind
    order = compose(reservation, kind, link_key(kind, reservation, seed), link_seed=seed)
    typed, normalized = read_email(email, allow_test_domains=True)
    outbox.order(session, [replace(order, recipient=deliverable_address(typed, normalized))], now)
