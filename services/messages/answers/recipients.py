"""Recipients of messages, and the reservation data that may be disclosed to them."""

from sqlalchemy.orm import Session

from services.core.contact_details import deliverable_address, read_email
from services.messages.answers.errors import NoAddress
from services.messages.merged import followed
from services.messages.models import Conversation, MatchedBy
from services.messages.templates.fields import Household
from services.parks.names import park_labels
from services.reservations.models import Reservation


def address_of(conversation: Conversation) -> str:
    """The recipient of an answer: the address the correspondent asked for, even if the household has another.
    NoAddress.
    """
    if conversation.reply_to:
        return deliverable_address(*read_email(conversation.reply_to, allow_test_domains=True))
    return _deliverable(conversation.correspondent_email, conversation.email_normalized)


def address_of_household(reservation: Reservation) -> str:
    """The recipient of a new message; NoAddress."""
    if reservation.erased_at is not None:
        raise NoAddress
    return _deliverable(reservation.email, reservation.email_normalized)


def _deliverable(typed: str, normalized: str) -> str:
    if "@" not in normalized:
        raise NoAddress
    return deliverable_address(typed, normalized)


def household_of(session: Session, conversation: Conversation) -> Household:
    """The values for the fields of a template. A correspondent who wrote from another address than the household's may
    be anybody: nothing of the reservation is disclosed until staff have assigned the conversation.
    """
    is_certain = not conversation.is_other_address or conversation.matched_by == MatchedBy.STAFF
    heirs = followed(session, [conversation.reservation_id])
    found = next((session.get(Reservation, heir) for heir in heirs.values()), None)
    if found is None or not is_certain:
        return Household(conversation.correspondent_name, conversation.reference)
    return of_reservation(session, found, conversation.reference)


def of_reservation(session: Session, reservation: Reservation, conversation: str = "") -> Household:
    name = f"{reservation.first_name} {reservation.last_name}"
    park = park_labels(session)[reservation.park_id].name
    return Household(name, conversation, reservation, park)
