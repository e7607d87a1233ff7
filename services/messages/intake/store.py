"""Stores a mail with all its effects, in the unit of work that moves the position of the mailbox."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.contact_details import mailbox_of, read_email
from services.mail import outbox
from services.mail.models import Mail
from services.messages.conversations import Correspondent, locked, open_conversation, subject_ref, take_in
from services.messages.intake.kinds import Bounce
from services.messages.intake.parse import Parsed
from services.messages.intake.threads import Place, place_of
from services.messages.models import (
    Conversation,
    ConversationState,
    Direction,
    Message,
    MessageAttachment,
    MessageKind,
    Origin,
)
from services.reservations.models import Reservation
from services.staff import audit

RECEIVED: Final = "conversation.received"
_MOST: Final = 5
_WITHIN: Final = timedelta(minutes=10)
"""No person writes more messages than that from one address in this time."""
_REPORTED_WITHIN: Final = timedelta(days=6)
"""Servers give up after five days."""


@dataclass(frozen=True, slots=True)
class Arrived:
    """A parsed mail with the server's time, its fingerprint, and the time of storing. `is_history`: it is older than
    our use of the mailbox, and was answered from there.
    """

    parsed: Parsed
    fingerprint: str
    received_at: datetime
    now: datetime
    is_history: bool = False


def is_known(session: Session, fingerprint: str) -> bool:
    return session.scalar(select(Message.id).where(Message.fingerprint == fingerprint)) is not None


def store(session: Session, arrived: Arrived) -> Message:
    """Add the mail to the conversation it belongs to, or open one."""
    parsed = arrived.parsed
    bounced = _bounced_mail(session, parsed.bounce, arrived.now) if parsed.bounce else None
    mailbox = mailbox_of(parsed.from_normalized) if parsed.from_normalized else ""
    place = place_of(session, parsed, mailbox, bounced)
    message = _message(session, arrived)
    known = place.conversation
    conversation = locked(session, known.id) if known else _opened(session, arrived, place)
    if message.kind == MessageKind.NORMAL:
        message.is_other_address = _is_other(session, conversation, mailbox, parsed.reply_to)
        if mailbox == conversation.mailbox:
            conversation.reply_to = parsed.reply_to
    if bounced is not None and parsed.bounce is not None:
        message.mail_id = bounced.id
        if parsed.bounce.is_final:  # a clerk then finds it among the refused mails
            outbox.mark_bounced(session, bounced.id, parsed.bounce.answer, arrived.now)
    state = conversation.state
    take_in(session, conversation, message)
    if arrived.is_history:
        conversation.state = state
    session.add_all(
        MessageAttachment(
            message_id=message.id,
            conversation_id=message.conversation_id,
            filename=file.name,
            content_type=file.content_type,
            size_bytes=file.size,
            sha256=file.sha256,
            content=file.content,
            refused_reason=file.refused,
        )
        for file in arrived.parsed.files
    )
    session.flush()
    _note(session, message, arrived)
    return message


def _note(session: Session, message: Message, arrived: Arrived) -> None:
    """Record it in the audit log, which notifies open consoles; not for a loop, which would flood both."""
    if message.kind == MessageKind.LOOP:
        return
    details = {"kind": message.kind, "files": len(arrived.parsed.files)}
    event = audit.Event("system", RECEIVED, subject_ref(message.conversation_id), details)
    audit.append(session, [event], arrived.now)


def _message(session: Session, arrived: Arrived) -> Message:
    parsed = arrived.parsed
    is_taken = select(Message.id).where(Message.message_id == parsed.message_id)
    # Of two mails that claim one Message-ID the second is kept without it.
    has_id = parsed.message_id is not None and session.scalar(is_taken) is None
    return Message(
        direction=Direction.IN.value,
        origin=Origin.MAIL.value,
        kind=_kind(session, arrived).value,
        is_other_address=False,
        message_id=parsed.message_id if has_id else None,
        fingerprint=arrived.fingerprint,
        in_reply_to=parsed.in_reply_to,
        references_text=" ".join(parsed.references),
        from_name=parsed.from_name,
        from_address=parsed.from_address,
        to_address=parsed.to_address,
        subject=parsed.subject,
        body_text=parsed.body_text,
        reply_text=parsed.reply_text,
        created_at=arrived.now,
        received_at=arrived.received_at,
    )


def _kind(session: Session, arrived: Arrived) -> MessageKind:
    parsed = arrived.parsed
    if parsed.kind is not MessageKind.NORMAL or not parsed.from_address:
        return parsed.kind
    moments = Message.received_at.between(arrived.received_at - _WITHIN, arrived.received_at)
    is_theirs = (Message.from_address == parsed.from_address) & (Message.origin == Origin.MAIL.value) & moments
    before = session.scalar(select(func.count()).select_from(Message).where(is_theirs)) or 0
    return MessageKind.LOOP if before >= _MOST else parsed.kind


def _opened(session: Session, arrived: Arrived, place: Place) -> Conversation:
    parsed = arrived.parsed
    correspondent = Correspondent(parsed.from_name, parsed.from_address, parsed.from_normalized)
    match = place.match
    opened = open_conversation(session, correspondent, parsed.subject, match, arrived.now)
    if parsed.kind is not MessageKind.NORMAL:
        opened.is_other_address = False  # automatic mails come from any address
    opened.state = ConversationState.CLOSED.value
    return opened


def _is_other(session: Session, conversation: Conversation, mailbox: str, reply_to: str) -> bool:
    """Whether a mail comes from neither the household's mailbox nor, without a household, the correspondent's; or asks
    for answers to another mailbox.
    """
    if conversation.reservation_id is None:
        return mailbox != conversation.mailbox
    own = session.get_one(Reservation, conversation.reservation_id).mailbox
    return mailbox != own or (reply_to != "" and mailbox_of(_normalized(reply_to)) != own)


def _normalized(address: str) -> str:
    return read_email(address, allow_test_domains=True).normalized


def _bounced_mail(session: Session, bounce: Bounce, now: datetime) -> Mail | None:
    """The mail that a bounce reports on: by its Message-ID, else the last one sent to the named recipient."""
    if bounce.message_id:
        found = session.scalars(select(Mail).where(Mail.message_id == bounce.message_id[:120])).first()
        if found is not None:
            return found
    if not bounce.recipient:
        return None
    is_recent = (func.lower(Mail.recipient) == bounce.recipient) & (Mail.sent_at > now - _REPORTED_WITHIN)
    return session.scalars(select(Mail).where(is_recent).order_by(Mail.sent_at.desc()).limit(1)).first()
