"""A conversation as the console shows it."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.contact.models import ContactMessage
from services.contact.topics import TOPIC_NAMES
from services.core.http.answers import Extended
from services.messages.conversations import subject_ref
from services.messages.desk.households import households_of, suggestions
from services.messages.desk.new_facts import new_facts
from services.messages.desk.schemas import AttachmentOut, ContactFormOut, ConversationOut, MessageOut, NewFactOut
from services.messages.errors import UnknownConversation
from services.messages.merged import followed
from services.messages.models import Conversation, Direction, Message, MessageAttachment
from services.reservations.models import Reservation
from services.staff import audit
from services.staff.actor_names import actor_names

REVEALED: Final = "conversation.revealed"


def show(session: Session, conversation_id: int) -> ConversationOut:
    """Everything about one conversation; UnknownConversation."""
    row = session.get(Conversation, conversation_id)
    if row is None:
        raise UnknownConversation
    query = select(Message).where(Message.conversation_id == row.id).order_by(Message.id)
    messages = session.scalars(query).all()
    is_certain = row.belongs_to_none or (row.reservation_id is not None and not row.is_other_address)
    texts = [one.reply_text for one in messages if one.direction == Direction.IN]
    found = session.get(ContactMessage, row.contact_message_id) if row.contact_message_id else None
    contact = ContactFormOut.model_validate(Extended(found, topic_name=TOPIC_NAMES[found.topic])) if found else None
    source = Extended(
        row,
        household=households_of(session, [row.reservation_id]).get(row.reservation_id or 0),
        contact=contact,
        messages=shown_messages(session, messages),
        new_facts=_new_facts(session, row, messages) if is_certain else [],
        suggestions=[] if is_certain else suggestions(session, row, texts),
    )
    return ConversationOut.model_validate(source)


def reveal(session: Session, conversation_id: int, field: Literal["email", "phone"], actor: str, now: datetime) -> str:
    """The correspondent's address, or the number of the contact form, with an audit entry. UnknownConversation."""
    row = session.get(Conversation, conversation_id)
    if row is None:
        raise UnknownConversation
    form = session.get(ContactMessage, row.contact_message_id) if row.contact_message_id else None
    value = row.correspondent_email if field == "email" else ((form and form.phone) or "")
    audit.append(session, [audit.Event(actor, REVEALED, subject_ref(row.id), {"field": field})], now)
    return value


def _new_facts(session: Session, row: Conversation, messages: Sequence[Message]) -> list[NewFactOut]:
    heirs = followed(session, [row.reservation_id])
    reservation = session.get(Reservation, heirs.get(row.reservation_id or 0, 0))
    return [] if reservation is None or reservation.erased_at else new_facts(reservation, messages)


def shown_messages(session: Session, messages: Sequence[Message]) -> list[MessageOut]:
    """Messages with their files and authors."""
    ids = [one.id for one in messages]
    files: dict[int, list[AttachmentOut]] = defaultdict(list)
    query = select(MessageAttachment).where(MessageAttachment.message_id.in_(ids)).order_by(MessageAttachment.id)
    for file in session.scalars(query):
        files[file.message_id].append(AttachmentOut.model_validate(file))
    names = actor_names(session, {f"staff:{one.author_id}" for one in messages if one.author_id})
    return [
        MessageOut.model_validate(
            Extended(one, attachments=files[one.id], author_name=names.get(f"staff:{one.author_id}"))
        )
        for one in messages
    ]
