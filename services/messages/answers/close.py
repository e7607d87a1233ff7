"""Closes and reopens conversations."""

from datetime import datetime
from typing import Final

from sqlalchemy.orm import Session

from services.messages.conversations import locked, subject_ref
from services.messages.models import ConversationState
from services.staff import audit

CLOSED: Final = "conversation.closed"
REOPENED: Final = "conversation.reopened"


def set_closed(session: Session, conversation_id: int, is_closed: bool, actor: str, now: datetime) -> None:
    """Close or reopen a conversation; idempotent. Raises UnknownConversation. A unit of work. Takes no version: a clerk
    who closes what a colleague has closed wants the same, and a later message reopens it.
    """
    row = locked(session, conversation_id)
    if (row.state == ConversationState.CLOSED) is is_closed:
        return
    row.state = (ConversationState.CLOSED if is_closed else ConversationState.OPEN).value
    row.version += 1
    session.flush()
    event = audit.Event(actor, CLOSED if is_closed else REOPENED, subject_ref(row.id))
    audit.append(session, [event], now)
