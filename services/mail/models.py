"""The outbox: a mail is a row before it is sent."""

from datetime import UTC, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Boolean, CheckConstraint, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime
from services.core.personal_data import CONTRACT, About, Hold, Lead, Subject, personal
from services.mail.catalogue import subject_of


class MailState(StrEnum):
    """`retrying` failed at least once and has a next attempt."""

    QUEUED = "queued"
    RETRYING = "retrying"
    SENT = "sent"
    FAILED = "failed"
    CANCELLED = "cancelled"


class ShownMailState(StrEnum):
    """The state of a mail or letter for staff: a letter waits to be printed; a mail on hold may have been sent before a
    restore, and waits until a person releases it.
    """

    QUEUED = "queued"
    RETRYING = "retrying"
    SENT = "sent"
    FAILED = "failed"
    CANCELLED = "cancelled"
    TO_PRINT = "to_print"
    HELD = "held"


class Fault(StrEnum):
    """Cause of a mail's last failure."""

    RECIPIENT = "recipient"
    """The mail's own, its recipient's or his server's: given up in time."""
    ACCOUNT = "account"
    """The mail server refuses our account, regardless of the recipient: the mail is kept."""
    MACHINE = "machine"
    """This machine lacks memory, disk or descriptors: kept."""


HELD_UNTIL = datetime(9999, 1, 1, tzinfo=UTC)
"""`next_attempt_at` of a mail on hold."""
WAITING = text("state IN ('queued', 'retrying')")
UNSENT = text("state <> 'sent'")
TO_PRINT = text("is_letter AND state = 'queued'")
"""SQL conditions. A query for such mails says it in these words, or a database does not use their index."""
_BYTEWISE = String(320).with_variant(String(320, collation="C"), "postgresql")
"""Compared byte by byte on both databases, so that an index finds addresses by their beginning."""


class Mail(Base):
    """One mail to one recipient, from its order to its delivery or failure."""

    __tablename__ = "mails"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    dedupe_key: Mapped[str] = mapped_column(
        String(120), unique=True, info=personal("Anlass", hold=Hold.LETTERS, is_exported=False)
    )
    """Identifies the occasion, so that it is mailed once: `reservation-received:VG-7K3M-Q2XH`."""
    kind: Mapped[str] = mapped_column(String(60), info=personal("Art der Mail", hold=Hold.LETTERS))
    subject_ref: Mapped[str] = mapped_column(
        String(80), info=personal("Worum es geht", hold=Hold.LETTERS, is_exported=False)
    )
    """What the mail is about, `reservation:17`, as in the audit log."""
    recipient: Mapped[str] = mapped_column(_BYTEWISE, info=personal("Empfänger", hold=Hold.LETTERS))
    values: Mapped[dict[str, Any]] = mapped_column(
        JSON,
        info=personal("Angaben, aus denen der Text entsteht", hold=Hold.LETTERS, is_exported=False, names_others=True),
    )
    """The typed values of the kind, from which subject and body are made."""
    message_id: Mapped[str] = mapped_column(
        String(120), unique=True, info=personal("Kennung der Nachricht", hold=Hold.LETTERS, is_exported=False)
    )
    """Left part of the Message-ID, fixed when ordered: mail programs recognise a mail sent twice by a crash as one."""
    state: Mapped[str] = mapped_column(String(20), info=personal("Stand", hold=Hold.LETTERS))
    attempts: Mapped[int] = mapped_column(Integer)
    next_attempt_at: Mapped[datetime] = mapped_column(UtcDateTime)
    leased_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    last_error: Mapped[str | None] = mapped_column(
        String(300), info=personal("Antwort des Mailservers", hold=Hold.LETTERS, is_exported=False)
    )
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Geschrieben am", hold=Hold.LETTERS))
    sent_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Gesendet am", hold=Hold.LETTERS))
    attachments: Mapped[list[dict[str, Any]] | None] = mapped_column(
        JSON(none_as_null=True), info=personal("Anhänge", hold=Hold.LETTERS, is_exported=False)
    )
    """Files that go with it, read when it is sent: `name`, `media_type`, `path` below the data folder, `sha256`;
    of a file in a table of another room `row` and `sha256` (`outbox.Attachment`).
    """
    fault: Mapped[str | None] = mapped_column(String(20))
    """A `Fault`, while the last attempt failed."""
    failing_since: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """The first of the failed attempts that count towards giving up; a fault on our side restarts it."""
    settled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When a clerk settled a failed mail, or the household gave another address; nothing is left to do about it."""
    settled_by: Mapped[str | None] = mapped_column(String(80))
    """As in the audit log: `household` or `staff:<id>`."""
    settled_reason: Mapped[str | None] = mapped_column(
        String(500), info=personal("Warum erledigt, in Worten des Teams", hold=Hold.LETTERS, names_others=True)
    )
    is_letter: Mapped[bool] = mapped_column(Boolean, server_default=text("false"))
    """Its household has no mailbox, so it is printed: `queued` until a clerk notes that it was posted (`sent`). Its
    moment to be sent never comes, so no sender takes it.
    """

    @property
    def shown_state(self) -> ShownMailState:
        """Its state for staff."""
        if self.is_held:
            return ShownMailState.HELD
        waits = self.is_letter and self.state == MailState.QUEUED.value
        return ShownMailState.TO_PRINT if waits else ShownMailState(self.state)

    @property
    def subject(self) -> str:
        return subject_of(self.kind, self.values)

    @property
    def reservation_id(self) -> int | None:
        """The reservation it is about, if any."""
        room, _, number = self.subject_ref.partition(":")
        return int(number) if room == "reservation" and number.isdigit() else None

    @property
    def is_held(self) -> bool:
        """Whether a restore has put it on hold: it may have left already, and waits until a person releases it."""
        return self.state == MailState.RETRYING.value and self.next_attempt_at == HELD_UNTIL

    __table_args__ = (
        CheckConstraint(f"state IN ({', '.join(repr(s.value) for s in MailState)})", name="state"),
        Index("ix_mails_due", "next_attempt_at", postgresql_where=WAITING, sqlite_where=WAITING),
        Index(None, "subject_ref"),
        Index("ix_mails_unsent", "state", "id", postgresql_where=UNSENT, sqlite_where=UNSENT),
        Index(None, "kind", "id"),
        Index(None, "recipient"),
        Index("ix_mails_to_print", "id", postgresql_where=TO_PRINT, sqlite_where=TO_PRINT),
    )
    __privacy__ = About(
        "Mails",
        purpose="Was wir einem Haushalt geschrieben haben, und ob es angekommen ist.",
        basis=CONTRACT,
        rule="letters",
        leads=(
            Lead(Subject.RESERVATION, "subject_ref", is_reference=True),
            Lead(Subject.WAITING, "subject_ref", is_reference=True),
            Lead(Subject.CONTACT, "subject_ref", is_reference=True),
            Lead(Subject.DECLARATION, "subject_ref", is_reference=True),
            Lead(Subject.HAND_OVER, "subject_ref", is_reference=True),
            Lead(Subject.CONVERSATION, "subject_ref", is_reference=True),
        ),
        dated_by="created_at",
        nobody="id attempts next_attempt_at leased_until fault failing_since settled_at settled_by is_letter",
    )


IS_HELD = (Mail.state == MailState.RETRYING.value) & (Mail.next_attempt_at == HELD_UNTIL)
"""Condition: the mail is on hold."""
