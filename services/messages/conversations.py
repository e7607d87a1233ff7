"""Opens and finds conversations, and adds messages to them. Runs inside a unit of work."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.contact_details import mailbox_of
from services.core.references import CONVERSATION, new_reference
from services.messages.errors import UnknownConversation
from services.messages.matching import Match
from services.messages.models import (
    LONGEST_NAME,
    LONGEST_SUBJECT,
    Conversation,
    ConversationState,
    Direction,
    Message,
    MessageKind,
)

NO_SUBJECT = "(ohne Betreff)"


@dataclass(frozen=True, slots=True)
class Correspondent:
    """The sender: name as given, address as written and normalised; both may be empty."""

    name: str
    email: str
    normalized: str

    @property
    def mailbox(self) -> str:
        """What the address is compared by."""
        return mailbox_of(self.normalized) if self.normalized else ""


def subject_ref(conversation_id: int) -> str:
    """Names a conversation in the outbox and the audit log."""
    return f"conversation:{conversation_id}"


def open_conversation(
    session: Session,
    correspondent: Correspondent,
    subject: str,
    match: Match,
    now: datetime,
    contact_message_id: UUID | None = None,
) -> Conversation:
    """Create a conversation without messages; closed until the first one."""
    row = Conversation(
        reference=new_reference(CONVERSATION),
        subject=(subject or NO_SUBJECT)[:LONGEST_SUBJECT],
        correspondent_name=correspondent.name[:LONGEST_NAME],
        correspondent_email=correspondent.email,
        email_normalized=correspondent.normalized,
        mailbox=correspondent.mailbox,
        reservation_id=match.reservation_id,
        matched_by=match.by.value if match.by else None,
        is_other_address=match.is_other_address,
        contact_message_id=contact_message_id,
        state=ConversationState.CLOSED.value,
        created_at=now,
        version=1,
    )
    session.add(row)
    session.flush()
    return row


def take_in(session: Session, conversation: Conversation, message: Message) -> None:
    """Add an incoming message. A normal one opens the conversation; no other changes its state."""
    assert message.direction == Direction.IN
    message.conversation_id = conversation.id
    session.add(message)
    conversation.version += 1
    conversation.is_other_address |= message.is_other_address
    if message.kind == MessageKind.NORMAL:
        conversation.state = ConversationState.OPEN.value
        conversation.last_inbound_at = message.received_at
    session.flush()


def locked(session: Session, conversation_id: int) -> Conversation:
    """The conversation, locked until the transaction ends; UnknownConversation."""
    query = select(Conversation).where(Conversation.id == conversation_id).with_for_update()
    row = session.scalars(query.execution_options(populate_existing=True)).one_or_none()
    if row is None:
        raise UnknownConversation
    return row
