"""Withdraws a waiting answer, or sends it at once."""

from datetime import datetime
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.mail import outbox
from services.mail.models import Mail, MailState
from services.messages.answers.errors import AlreadySent, UnknownAnswer
from services.messages.conversations import locked, subject_ref
from services.messages.models import Conversation, ConversationState, Direction, Message, MessageKind
from services.staff import audit

WITHDRAWN: Final = "conversation.answer_withdrawn"
HASTENED: Final = "conversation.answer_hastened"


def withdraw(session: Session, conversation_id: int, message_id: int, actor: str, now: datetime) -> None:
    """Withdraw an answer; idempotent. Raises UnknownConversation, UnknownAnswer, AlreadySent.

    The conversation returns to its state before the answer: open, if its correspondent waits for one.
    """
    locked(session, conversation_id)
    message = _answer(session, conversation_id, message_id)
    mail = session.get(Mail, message.mail_id)
    if mail is not None and mail.state == MailState.CANCELLED:
        return
    if mail is None or not cancel(session, mail.id, actor, now):
        raise AlreadySent


def cancel(session: Session, mail_id: int, actor: str, now: datetime) -> bool:
    """Cancel a waiting mail, whether an answer or not; an answer's conversation returns to its state before it. False:
    it is not waiting, or is being sent right now. A unit of work.
    """
    is_answer = (Message.mail_id == mail_id) & (Message.direction == Direction.OUT.value)
    message = session.scalars(select(Message).where(is_answer)).first()
    # The conversation is locked before its mail, as by every writer.
    row = locked(session, message.conversation_id) if message is not None else None
    if not outbox.cancel_one(session, mail_id, now):
        return False
    if row is not None and message is not None:
        _take_back(session, row, message, actor, now)
    return True


def _take_back(session: Session, row: Conversation, message: Message, actor: str, now: datetime) -> None:
    row.last_outbound_at = _last_sent(session, row.id, message.id)
    row.state = _state_without(row)
    row.version += 1
    session.flush()
    event = audit.Event(actor, WITHDRAWN, subject_ref(row.id), {"message": message.id})
    audit.append(session, [event], now)


def hasten(session: Session, conversation_id: int, message_id: int, actor: str, now: datetime) -> None:
    """Send an answer now; it can no longer be withdrawn. Raises UnknownConversation, UnknownAnswer, AlreadySent."""
    row, message = locked(session, conversation_id), _answer(session, conversation_id, message_id)
    if message.mail_id is None or not outbox.hasten(session, message.mail_id, now):
        raise AlreadySent
    event = audit.Event(actor, HASTENED, subject_ref(row.id), {"message": message.id})
    audit.append(session, [event], now)


def _answer(session: Session, conversation_id: int, message_id: int) -> Message:
    message = session.get(Message, message_id)
    if message is None or message.conversation_id != conversation_id or message.direction != Direction.OUT:
        raise UnknownAnswer
    return message


def _last_sent(session: Session, conversation_id: int, without: int) -> datetime | None:
    """When the last other answer that was not withdrawn was written."""
    query = (
        select(Message.created_at)
        .outerjoin(Mail, Mail.id == Message.mail_id)
        .where(
            Message.conversation_id == conversation_id,
            Message.direction == Direction.OUT.value,
            Message.kind == MessageKind.NORMAL.value,
            Message.id != without,
            Mail.id.is_(None) | (Mail.state != MailState.CANCELLED.value),
        )
    )
    return session.scalar(query.order_by(Message.id.desc()).limit(1))


def _state_without(row: Conversation) -> str:
    """Whose turn it is: ours if the last word is theirs; without any message it counts as closed."""
    asked, answered = row.last_inbound_at, row.last_outbound_at
    if asked is not None and (answered is None or answered < asked):
        return ConversationState.OPEN.value
    return (ConversationState.CLOSED if answered is None else ConversationState.WAITING).value
