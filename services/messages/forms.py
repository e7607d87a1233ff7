"""Messages of the contact form as conversations."""

from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from services.contact.models import ContactMessage
from services.contact.topics import TOPIC_NAMES
from services.core.clock import Clock
from services.core.db.db import Database
from services.messages.conversations import Correspondent, open_conversation, subject_ref, take_in
from services.messages.matching import match_of
from services.messages.models import Conversation, ConversationState, Direction, Message, MessageKind, Origin
from services.staff import audit

OPENED: Final = "conversation.opened"

_BATCH: Final = 100
_LOOKED_BACK: Final = timedelta(days=364)
"""Shorter than the twelve months of retention, so the night's deletions are not imported again."""
_ANSWERED_ELSEWHERE: Final = timedelta(days=30)
"""Older messages are from before conversations existed, and were answered from a mailbox."""


def open_for_form(session: Session, row: ContactMessage, now: datetime) -> None:
    """Open the conversation of a message that was just stored, in its transaction. Open consoles are notified through
    the audit log.
    """
    correspondent = Correspondent(row.name, row.email, row.email_normalized)
    match = match_of(session, correspondent.mailbox, row.reservation_reference or "", row.message)
    conversation = open_conversation(session, correspondent, TOPIC_NAMES[row.topic], match, now, row.id)
    message = Message(
        direction=Direction.IN.value,
        origin=Origin.FORM.value,
        kind=MessageKind.NORMAL.value,
        is_other_address=match.is_other_address,
        references_text="",
        from_name=row.name,
        from_address=row.email,
        to_address="",
        subject=conversation.subject,
        body_text=row.message,
        reply_text=row.message,
        created_at=now,
        received_at=row.created_at,
    )
    take_in(session, conversation, message)
    audit.append(session, [audit.Event("system", OPENED, subject_ref(conversation.id))], now)


def adopt_forms(db: Database, clock: Clock) -> int:
    """Open conversations for messages without one: from before conversations existed, or stored by an older server.
    Those older than a month are closed. Returns how many.
    """
    now = clock()
    adopted = 0
    while count := db.write(lambda session: _adopt_some(session, now)):
        adopted += count
    return adopted


def _adopt_some(session: Session, now: datetime) -> int:
    is_opened = exists().where(Conversation.contact_message_id == ContactMessage.id)
    query = select(ContactMessage).where(ContactMessage.created_at > now - _LOOKED_BACK, ~is_opened)
    rows = session.scalars(query.order_by(ContactMessage.created_at).limit(_BATCH).with_for_update()).all()
    for row in rows:
        open_for_form(session, row, now)
        if row.created_at < now - _ANSWERED_ELSEWHERE:
            opened = select(Conversation).where(Conversation.contact_message_id == row.id)
            session.scalars(opened).one().state = ConversationState.CLOSED.value
    return len(rows)
