"""Tables of messages: conversations, their messages and files, and how far the mailbox has been read."""

from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    Uuid,
)
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import NEVER_REUSED, Base, BigId, UtcDateTime, one_of
from services.core.personal_data import CONTRACT, About, Lead, Subject, about_nobody, personal

LONGEST_SUBJECT = 300
LONGEST_NAME = 200
LONGEST_ADDRESS = 254
LONGEST_MESSAGE_ID = 500
LONGEST_FILE_NAME = 200


_PURPOSE: Final = "Anfragen beantworten und wissen, was besprochen wurde."


class ConversationState(StrEnum):
    """Whose turn it is to write."""

    OPEN = "open"
    """We owe an answer."""
    WAITING = "waiting"
    """They do."""
    CLOSED = "closed"


class Direction(StrEnum):
    """Which way a message went."""

    IN = "in"
    OUT = "out"


class Origin(StrEnum):
    """Where a message was written."""

    FORM = "form"
    MAIL = "mail"
    DESK = "desk"


class MessageKind(StrEnum):
    """Only a normal message is work, and only a normal one can be answered."""

    NORMAL = "normal"
    AUTO_REPLY = "auto_reply"
    """Sent by a program: out of office, a receipt, a mailing list."""
    BOUNCE = "bounce"
    """A mail server's report that a mail could not be delivered."""
    LOOP = "loop"
    """From ourselves, or one of too many from one address in a short time."""


class MatchedBy(StrEnum):
    """How the reservation of a conversation was found."""

    THREAD = "thread"
    REFERENCE = "reference"
    ADDRESS = "address"
    STAFF = "staff"


class Conversation(Base):
    """All messages about one matter with one correspondent."""

    __tablename__ = "conversations"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reference: Mapped[str] = mapped_column(String(12), unique=True, info=personal("Nummer"))
    """Its own, `NA-7K3M-Q2XH`."""
    subject: Mapped[str] = mapped_column(String(LONGEST_SUBJECT), info=personal("Betreff", names_others=True))
    """Of its first message."""
    correspondent_name: Mapped[str] = mapped_column(String(LONGEST_NAME), info=personal("Name", names_others=True))
    correspondent_email: Mapped[str] = mapped_column(
        String(LONGEST_ADDRESS), info=personal("E-Mail-Adresse", names_others=True)
    )
    """As it was written; empty where a mail names no sender. Of the first message; an answer goes there, or to
    `reply_to`."""
    email_normalized: Mapped[str] = mapped_column(
        String(LONGEST_ADDRESS), info=personal("E-Mail-Adresse, vergleichbar", is_exported=False, names_others=True)
    )
    mailbox: Mapped[str] = mapped_column(
        String(LONGEST_ADDRESS), info=personal("Postfach", is_exported=False, names_others=True)
    )
    """The mailbox of the address, without tag, to compare with that of reservations."""
    reservation_id: Mapped[int | None] = mapped_column(ForeignKey("reservations.id"))
    matched_by: Mapped[str | None] = mapped_column(String(20))
    """A `MatchedBy`, while there is a reservation. `staff` without one: marked as no household's."""
    is_other_address: Mapped[bool] = mapped_column(Boolean)
    """A message came from another mailbox than the reservation's, and nobody here has assigned the conversation. Such
    a conversation is shown to staff, and tells its correspondent nothing about the reservation."""
    contact_message_id: Mapped[UUID | None] = mapped_column(Uuid)
    """The contact form's message that opened it. No foreign key: either may be erased without the other."""
    state: Mapped[str] = mapped_column(String(20), info=personal("Stand"))
    last_inbound_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Letzte Nachricht an uns"))
    last_outbound_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Letzte Antwort von uns"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Begonnen am"))
    version: Mapped[int] = mapped_column(Integer)
    """Incremented by every message and every change; a step based on an older version is refused."""
    reply_to: Mapped[str] = mapped_column(
        String(LONGEST_ADDRESS),
        default="",
        server_default="",
        info=personal("Adresse für Antworten", names_others=True),
    )
    """Where the correspondent wants answers, as the last mail says (`Reply-To`); empty: to the first address."""

    @property
    def belongs_to_none(self) -> bool:
        """Whether staff have marked it as no household's."""
        return self.reservation_id is None and self.matched_by == MatchedBy.STAFF.value

    __table_args__ = (
        CheckConstraint(one_of("state", ConversationState), name="state"),
        CheckConstraint(f"matched_by IS NULL OR {one_of('matched_by', MatchedBy)}", name="matched_by"),
        Index(None, "state", "last_inbound_at"),
        Index(None, "reservation_id"),
        Index(None, "contact_message_id"),
        Index(None, "mailbox"),
        NEVER_REUSED,
    )
    __privacy__ = About(
        "Schriftwechsel",
        purpose=_PURPOSE,
        basis=CONTRACT,
        rule="messages",
        leads=(Lead(Subject.CONVERSATION, "id"),),
        dated_by="created_at",
        nobody="id version contact_message_id reservation_id matched_by is_other_address",
    )


class Message(Base):
    """One message. Its text is immutable, except that an erasure redacts names."""

    __tablename__ = "messages"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    conversation_id: Mapped[int] = mapped_column(ForeignKey("conversations.id"))
    direction: Mapped[str] = mapped_column(String(3), info=personal("Richtung"))
    origin: Mapped[str] = mapped_column(String(10), info=personal("Weg"))
    kind: Mapped[str] = mapped_column(String(12), info=personal("Art"))
    is_other_address: Mapped[bool] = mapped_column(Boolean)
    """It came from another mailbox than the reservation's at that time."""
    message_id: Mapped[str | None] = mapped_column(
        String(LONGEST_MESSAGE_ID), unique=True, info=personal("Kennung der Nachricht", is_exported=False)
    )
    """The Message-ID without its angle brackets. None: it has none, an unusable one, or that of another message."""
    fingerprint: Mapped[str | None] = mapped_column(String(64), unique=True)
    """Of an incoming mail: recognises it when it is read again (`intake/fingerprint.py`)."""
    in_reply_to: Mapped[str | None] = mapped_column(
        String(LONGEST_MESSAGE_ID), info=personal("Antwort auf", is_exported=False)
    )
    references_text: Mapped[str] = mapped_column(Text, info=personal("Frühere Nachrichten", is_exported=False))
    """Message-IDs of the messages before it, without brackets, divided by blanks, the oldest first."""
    from_name: Mapped[str] = mapped_column(String(LONGEST_NAME), info=personal("Name des Absenders", names_others=True))
    from_address: Mapped[str] = mapped_column(
        String(LONGEST_ADDRESS), info=personal("Adresse des Absenders", names_others=True)
    )
    to_address: Mapped[str] = mapped_column(
        String(LONGEST_ADDRESS), info=personal("Adresse des Empfängers", names_others=True)
    )
    subject: Mapped[str] = mapped_column(String(LONGEST_SUBJECT), info=personal("Betreff", names_others=True))
    body_text: Mapped[str] = mapped_column(Text, info=personal("Text", names_others=True))
    """Everything as plain text, with quotations."""
    reply_text: Mapped[str] = mapped_column(
        Text, info=personal("Text ohne Zitate", is_exported=False, names_others=True)
    )
    """Without quotations."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    received_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Zeitpunkt"))
    """When the mail server received it, whatever the mail claims; of an answer when it was written."""
    mail_id: Mapped[int | None] = mapped_column(BigInteger, info=personal("Mail dazu", is_exported=False))
    """Row of the outbox: of an answer its own mail, of a bounce the mail that was refused. No foreign key: mails have a
    time of their own."""
    author_id: Mapped[int | None] = mapped_column(BigInteger)
    """The account that wrote an answer."""

    __table_args__ = (
        CheckConstraint(one_of("direction", Direction), name="direction"),
        CheckConstraint(one_of("origin", Origin), name="origin"),
        CheckConstraint(one_of("kind", MessageKind), name="kind"),
        Index(None, "conversation_id", "id"),
        Index(None, "from_address", "received_at"),
        Index(None, "mail_id"),
        NEVER_REUSED,
    )
    __privacy__ = About(
        "Nachrichten im Schriftwechsel",
        purpose=_PURPOSE,
        basis=CONTRACT,
        rule="messages",
        leads=(Lead(Subject.CONVERSATION, "conversation_id"),),
        dated_by="received_at",
        nobody="id conversation_id is_other_address fingerprint author_id created_at",
    )


class MessageAttachment(Base):
    """A file of a message, ours or theirs. A refused one has a name, a reason and no content."""

    __tablename__ = "message_attachments"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    message_id: Mapped[int] = mapped_column(ForeignKey("messages.id"))
    conversation_id: Mapped[int] = mapped_column(ForeignKey("conversations.id"))
    """That of its message, so that an erasure finds it."""
    filename: Mapped[str] = mapped_column(String(LONGEST_FILE_NAME), info=personal("Name der Datei", names_others=True))
    content_type: Mapped[str] = mapped_column(String(100), info=personal("Art der Datei"))
    """By content, whatever the mail declares; of a refused file as declared."""
    size_bytes: Mapped[int] = mapped_column(BigInteger, info=personal("Größe in Byte"))
    sha256: Mapped[str | None] = mapped_column(String(64), info=personal("Prüfsumme", is_exported=False))
    content: Mapped[bytes | None] = mapped_column(
        LargeBinary, deferred=True, info=personal("Inhalt der Datei", is_exported=False)
    )
    refused_reason: Mapped[str | None] = mapped_column(String(200), info=personal("Warum nicht angenommen"))
    """A German sentence for staff."""

    __table_args__ = (Index(None, "message_id", "id"), Index(None, "conversation_id"), NEVER_REUSED)
    __privacy__ = About(
        "Dateien im Schriftwechsel",
        purpose=_PURPOSE,
        basis=CONTRACT,
        rule="messages",
        leads=(Lead(Subject.CONVERSATION, "conversation_id"),),
        nobody="id message_id conversation_id",
    )


class AnswerFile(Base):
    """A file of an unsent answer. Sending turns it into a `MessageAttachment`; otherwise it is deleted after a day."""

    __tablename__ = "answer_files"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    conversation_id: Mapped[int | None] = mapped_column(ForeignKey("conversations.id"))
    reservation_id: Mapped[int | None] = mapped_column(ForeignKey("reservations.id"))
    """The answer is for a conversation, or for a first message to a household."""
    account_id: Mapped[int] = mapped_column(ForeignKey("staff_accounts.id"))
    """The clerk who uploaded it, the only one who can send or remove it."""
    filename: Mapped[str] = mapped_column(String(LONGEST_FILE_NAME), info=personal("Name der Datei", names_others=True))
    content_type: Mapped[str] = mapped_column(String(100), info=personal("Art der Datei"))
    size_bytes: Mapped[int] = mapped_column(BigInteger, info=personal("Größe in Byte"))
    sha256: Mapped[str] = mapped_column(String(64), info=personal("Prüfsumme", is_exported=False))
    content: Mapped[bytes] = mapped_column(
        LargeBinary, deferred=True, info=personal("Inhalt der Datei", is_exported=False)
    )
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Angehängt am"))

    __table_args__ = (
        CheckConstraint("(conversation_id IS NULL) <> (reservation_id IS NULL)", name="one_subject"),
        Index(None, "conversation_id"),
        Index(None, "reservation_id"),
        Index(None, "created_at"),
        NEVER_REUSED,
    )
    __privacy__ = About(
        "Dateien zu einer Antwort, die noch geschrieben wird",
        purpose=_PURPOSE,
        basis=CONTRACT,
        rule="answer_files",
        leads=(
            Lead(Subject.CONVERSATION, "conversation_id"),
            Lead(Subject.RESERVATION, "reservation_id"),
        ),
        dated_by="created_at",
        nobody="id conversation_id reservation_id account_id",
    )


class MailboxPosition(Base):
    """How far a mailbox has been read, and its last error. Written with each message, in one transaction."""

    __tablename__ = "mailbox_positions"
    __privacy__ = about_nobody("mailbox uidvalidity last_uid checked_at last_error failing_since")

    mailbox: Mapped[str] = mapped_column(String(320), primary_key=True)
    """User, host and folder, without a password: `post@imap.example/INBOX`."""
    uidvalidity: Mapped[int] = mapped_column(BigInteger)
    """UIDs are only valid for this value; with another one all start again."""
    last_uid: Mapped[int] = mapped_column(BigInteger)
    """Every message up to this number has been stored or noted as unreadable."""
    checked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When all of it was last read without an error."""
    last_error: Mapped[str | None] = mapped_column(String(300))
    """A German sentence."""
    failing_since: Mapped[datetime | None] = mapped_column(UtcDateTime)


class MailboxRefusal(Base):
    """A mail that could not be parsed, kept for staff to see."""

    __tablename__ = "mailbox_refusals"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    mailbox: Mapped[str] = mapped_column(String(320))
    uid: Mapped[int] = mapped_column(BigInteger)
    fingerprint: Mapped[str] = mapped_column(String(64), unique=True)
    size_bytes: Mapped[int] = mapped_column(BigInteger)
    """Of the whole mail."""
    raw: Mapped[bytes] = mapped_column(
        LargeBinary, deferred=True, info=personal("Die Mail, wie sie kam", is_exported=False)
    )
    """Its beginning; all of a small one."""
    reason: Mapped[str] = mapped_column(String(200))
    """A German sentence."""
    received_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Eingegangen am"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    settled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    settled_by: Mapped[str | None] = mapped_column(String(80))

    __table_args__ = (Index(None, "settled_at", "id"), NEVER_REUSED)
    __privacy__ = About(
        "Unlesbare Mails",
        purpose="Eine Mail, die sich nicht lesen lässt, nicht zu verlieren.",
        basis=CONTRACT,
        rule="unreadable",
        dated_by="received_at",
        nobody="id mailbox uid fingerprint size_bytes reason created_at settled_at settled_by",
    )
