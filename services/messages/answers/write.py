"""Staff write an answer, or the first message of a conversation. Each is a unit of work.

The message and its mail are rows of one transaction. The mail waits in the outbox for ten minutes, or until the chosen
time; until then it can be withdrawn (`withdraw.py`).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from services.core.fields import Refused
from services.core.inputs import fault_of
from services.mail import outbox
from services.mail.catalogue import to_values
from services.mail.letters.answers import StaffAnswer
from services.mail.models import Mail
from services.messages.answers.enclose import enclose
from services.messages.answers.errors import KeyUsed, Overtaken
from services.messages.answers.inputs import AnswerIn, WriteIn
from services.messages.answers.recipients import address_of, address_of_household
from services.messages.answers.thread import references, usable, with_reference
from services.messages.conversations import Correspondent, locked, open_conversation, subject_ref
from services.messages.matching import Match
from services.messages.models import (
    Conversation,
    ConversationState,
    Direction,
    MatchedBy,
    Message,
    MessageKind,
    Origin,
)
from services.reservations.desk.show import find
from services.reservations.mails import GRACE
from services.staff import audit
from services.staff.actor_names import actor_names

SENT: Final = "conversation.answered"
LATEST: Final = timedelta(days=90)
"""How far ahead a message may be scheduled."""


@dataclass(frozen=True, slots=True)
class Clerk:
    """The author of a message, the time, and the domain of our mails."""

    id: int
    name: str
    domain: str
    now: datetime

    @property
    def actor(self) -> str:
        """As the audit log names them."""
        return f"staff:{self.id}"


def answer(session: Session, conversation_id: int, body: AnswerIn, clerk: Clerk) -> int:
    """Answer a conversation; returns the message's id, for a repeated call that of the first one. Raises
    UnknownConversation, Overtaken, NoAddress, KeyUsed.
    """
    row = locked(session, conversation_id)
    earlier = _earlier(session, body.key)
    if earlier is not None:
        if earlier.conversation_id != row.id:
            raise KeyUsed
        return earlier.id
    if row.version != body.version:
        query = select(Message).where(Message.conversation_id == row.id).order_by(Message.id.desc()).limit(1)
        last = session.scalars(query).first()
        is_answer = last is not None and last.direction == Direction.OUT
        actor = f"staff:{last.author_id}" if last is not None and is_answer else ""
        raise Overtaken(row.version, actor_names(session, {actor}).get(actor), is_answer=is_answer)
    return _write(session, row, body, address_of(row), clerk)


def begin(session: Session, reservation_id: int, body: WriteIn, clerk: Clerk) -> int:
    """Start a conversation with a household; returns its id. Raises UnknownReservation, NoAddress, KeyUsed."""
    reservation = find(session, reservation_id)
    earlier = _earlier(session, body.key)
    if earlier is not None:
        begun = session.get_one(Conversation, earlier.conversation_id)
        if begun.reservation_id != reservation.id:
            raise KeyUsed
        return begun.id
    recipient = address_of_household(reservation)
    correspondent = Correspondent(
        f"{reservation.first_name} {reservation.last_name}", reservation.email, reservation.email_normalized
    )
    match = Match(reservation.id, MatchedBy.STAFF)
    row = open_conversation(session, correspondent, body.subject, match, clerk.now)
    _write(session, row, body, recipient, clerk)
    return row.id


def _write(session: Session, row: Conversation, body: WriteIn, recipient: str, clerk: Clerk) -> int:
    # Never before the ten minutes in which it can be withdrawn
    soonest = clerk.now + GRACE
    with fault_of("send_at"):
        if body.send_at is not None and body.send_at <= clerk.now:
            raise Refused("in_the_past", "Dieser Zeitpunkt ist schon vorbei.")
        if body.send_at is not None and body.send_at > clerk.now + LATEST:
            raise Refused("too_late", "Bitte wählen Sie einen Zeitpunkt in den nächsten 90 Tagen.")
    leaves_at = max(body.send_at, soonest) if body.send_at is not None else soonest
    earlier = session.scalars(select(Message).where(Message.conversation_id == row.id).order_by(Message.id)).all()
    asked = next((one for one in reversed(earlier) if one.direction == Direction.IN), None)
    letter = StaffAnswer(
        headline=with_reference(body.subject, row.reference),
        text=body.text,
        clerk=clerk.name,
        reference=row.reference,
        in_reply_to=usable(asked.message_id) if asked else "",
        references=references([one.message_id for one in earlier], asked.references_text if asked else ""),
    )
    mail = _order(session, row, letter, recipient, (_dedupe_key(body.key), leaves_at, clerk.now))
    message = _message(row, letter, mail, clerk)
    session.add(message)
    session.flush()
    files = enclose(session, message, body, clerk.id)
    mail.attachments = outbox.stored(files)
    row.state = ConversationState.WAITING.value
    row.last_outbound_at = clerk.now
    row.version += 1
    session.flush()
    details = {"message": message.id, "is_later": body.send_at is not None, "files": len(files)}
    audit.append(session, [audit.Event(clerk.actor, SENT, subject_ref(row.id), details)], clerk.now)
    return message.id


def _order(
    session: Session, row: Conversation, letter: StaffAnswer, recipient: str, when: tuple[str, datetime, datetime]
) -> Mail:
    key, leaves_at, now = when
    order = outbox.Order(letter.kind, recipient, subject_ref(row.id), key, to_values(letter), leaves_at)
    outbox.order(session, [order], now)
    return session.scalars(select(Mail).where(Mail.dedupe_key == key)).one()


def _message(row: Conversation, letter: StaffAnswer, mail: Mail, clerk: Clerk) -> Message:
    return Message(
        conversation_id=row.id,
        direction=Direction.OUT.value,
        origin=Origin.DESK.value,
        kind=MessageKind.NORMAL.value,
        is_other_address=False,
        message_id=f"{mail.message_id}@{clerk.domain}",
        in_reply_to=letter.in_reply_to or None,
        references_text=" ".join(letter.references),
        from_name=clerk.name,
        from_address="",
        to_address=mail.recipient,
        subject=letter.subject,
        body_text=letter.text,
        reply_text=letter.text,
        created_at=clerk.now,
        received_at=clerk.now,
        mail_id=mail.id,
        author_id=clerk.id,
    )


def _dedupe_key(key: str) -> str:
    return f"{StaffAnswer.kind}:{key}"


def _earlier(session: Session, key: str) -> Message | None:
    """The message of an earlier call with the same key."""
    same = select(Message).join(Mail, Mail.id == Message.mail_id).where(Mail.dedupe_key == _dedupe_key(key))
    return session.scalars(same).first()
