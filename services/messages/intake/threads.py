"""Finds the conversation of a mail: `MESSAGES.md`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.contact.models import ContactMessage
from services.core.references import CONVERSATION, ENQUIRY, references_in
from services.mail.models import Mail
from services.messages.intake.parse import Parsed
from services.messages.matching import NO_MATCH, Match, match_of, matched
from services.messages.models import Conversation, MatchedBy, Message
from services.reservations.models import Reservation

_SEARCHED: Final = 50_000


@dataclass(frozen=True, slots=True)
class Place:
    """A conversation, or the reservation for a new one."""

    conversation: Conversation | None
    match: Match


def place_of(session: Session, parsed: Parsed, mailbox: str, bounced: Mail | None) -> Place:
    """The conversation of a mail from this mailbox, by the most reliable sign first."""
    known = [*filter(None, [parsed.in_reply_to]), *reversed(parsed.references), *filter(None, [parsed.message_id])]
    conversation = _by_message(session, known) or _by_reference(session, parsed)
    mail = bounced or _mail(session, known)
    if conversation is None and mail is not None:
        conversation = _of_subject(session, mail.subject_ref)
    if conversation is not None:
        return Place(conversation, NO_MATCH)
    reservation = _reservation(session, mail.subject_ref) if mail is not None else None
    if reservation is not None:
        return Place(None, matched(reservation, mailbox, MatchedBy.THREAD))
    return Place(None, match_of(session, mailbox, parsed.subject, parsed.body_text))


def _by_message(session: Session, ids: Sequence[str]) -> Conversation | None:
    """By the messages it answers, the nearest first."""
    query = select(Message.message_id, Message.conversation_id).where(Message.message_id.in_(ids))
    found = {row.message_id: row.conversation_id for row in session.execute(query)}
    nearest = next((found[one] for one in ids if one in found), None)
    return session.get(Conversation, nearest) if nearest is not None else None


def _mail(session: Session, ids: Sequence[str]) -> Mail | None:
    """The mail of the outbox it answers, the nearest first."""
    left = [one.partition("@")[0][:120] for one in ids]
    found = {mail.message_id: mail for mail in session.scalars(select(Mail).where(Mail.message_id.in_(left)))}
    return next((found[one] for one in left if one in found), None)


def _by_reference(session: Session, parsed: Parsed) -> Conversation | None:
    """By the reference of a conversation, or of a message of the contact form."""
    text = f"{parsed.subject}\n{parsed.body_text[:_SEARCHED]}"
    if named := references_in(text, CONVERSATION):
        query = select(Conversation).where(Conversation.reference.in_(named))
        if found := session.scalars(query.order_by(Conversation.id.desc()).limit(1)).first():
            return found
    enquiries = references_in(text, ENQUIRY)
    opened = select(Conversation).join(ContactMessage, ContactMessage.id == Conversation.contact_message_id)
    is_named = opened.where(ContactMessage.reference.in_(enquiries)).order_by(Conversation.id.desc()).limit(1)
    return session.scalars(is_named).first() if enquiries else None


def _of_subject(session: Session, subject_ref: str) -> Conversation | None:
    kind, _, key = subject_ref.partition(":")
    if kind == "conversation" and key.isdecimal():
        return session.get(Conversation, int(key))
    if kind != "contact":
        return None
    return session.scalars(select(Conversation).where(Conversation.contact_message_id == UUID(key))).first()


def _reservation(session: Session, subject_ref: str) -> Reservation | None:
    kind, _, key = subject_ref.partition(":")
    found = session.get(Reservation, int(key)) if kind == "reservation" and key.isdecimal() else None
    return found if found is not None and found.erased_at is None else None
