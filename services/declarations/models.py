"""Tables of declarations: the immutable declaration, and the case that staff handle."""

from datetime import date, datetime
from typing import Any, Final

from sqlalchemy import (
    JSON,
    Boolean,
    CheckConstraint,
    Date,
    ForeignKey,
    Index,
    Integer,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import NEVER_REUSED, Base, BigId, UtcDateTime, one_of
from services.core.personal_data import LEGAL_DUTY, About, Effect, Hold, Lead, Subject, personal
from services.declarations.states import CaseState, DeclarationKind, NoticeKind

AWAITS_REFUND = text("refund_due_on IS NOT NULL AND state IN ('received', 'matched', 'accepted')")
"""SQL condition of withdrawals whose money may still have to go back. As text, since a database uses an index of few
rows only where it reads the same words."""


_PURPOSE: Final = "Widerrufe und Kündigungen bearbeiten und nachweisen, dass und wann sie eingegangen sind."


class Declaration(Base):
    """A withdrawal or notice exactly as it arrived. Triggers refuse every change, and its deletion until `keep_until`
    has passed.
    """

    __tablename__ = "declarations"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reference: Mapped[str] = mapped_column(
        String(12), unique=True, info=personal("Nummer der Erklärung", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS)
    )
    """Its own, `ER-7K3M-Q2XH`."""
    once: Mapped[str] = mapped_column(String(40))
    """Made with the empty form. The same content under it is the same declaration, pressed or sent twice."""
    kind: Mapped[str] = mapped_column(String(20), info=personal("Art", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS))
    received_at: Mapped[datetime] = mapped_column(
        UtcDateTime, info=personal("Eingegangen", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS)
    )
    received_berlin: Mapped[str] = mapped_column(
        String(80),
        info=personal("Eingegangen, in Worten", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS, is_exported=False),
    )
    """The same moment as the receipt words it."""

    name: Mapped[str] = mapped_column(String(200), info=personal("Name", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS))
    contract: Mapped[str] = mapped_column(
        Text, info=personal("Bezeichnung des Vertrags", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS)
    )
    """What identifies the contract, in the words of the household."""
    email: Mapped[str] = mapped_column(
        String(254), info=personal("E-Mail-Adresse", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS)
    )
    email_normalized: Mapped[str] = mapped_column(
        String(254),
        info=personal("E-Mail-Adresse, vergleichbar", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS, is_exported=False),
    )
    remark: Mapped[str] = mapped_column(Text, info=personal("Bemerkung", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS))
    notice_kind: Mapped[str | None] = mapped_column(
        String(20), info=personal("Art der Kündigung", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS)
    )
    reason: Mapped[str] = mapped_column(Text, info=personal("Grund", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS))
    """Of an extraordinary notice."""
    wished_end: Mapped[date | None] = mapped_column(
        Date, info=personal("Gewünschtes Ende", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS)
    )
    """Of a notice; None: as soon as possible."""
    wording: Mapped[str] = mapped_column(Text, info=personal("Wortlaut", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS))
    """The whole declaration as its page, mail and file show it, without moment and reference."""
    sha256: Mapped[str] = mapped_column(
        String(64), info=personal("Prüfsumme des Wortlauts", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS)
    )
    """Of `wording` in UTF-8."""
    keep_until: Mapped[date] = mapped_column(
        Date, info=personal("Aufbewahrt bis", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS)
    )
    """The last day on which the database refuses to delete it."""

    __table_args__ = (
        CheckConstraint(one_of("kind", DeclarationKind), name="kind"),
        CheckConstraint(f"notice_kind IS NULL OR {one_of('notice_kind', NoticeKind)}", name="notice_kind"),
        UniqueConstraint("once", "sha256"),
        Index(None, "received_at"),
        Index(None, "keep_until"),
        NEVER_REUSED,
    )
    __privacy__ = About(
        "Erklärungen",
        purpose=_PURPOSE,
        basis=LEGAL_DUTY,
        rule="declarations",
        leads=(Lead(Subject.DECLARATION, "id"),),
        dated_by="received_at",
        nobody="id once",
    )


class DeclarationCase(Base):
    """How staff handle a declaration: its state, the reservation it is about, the decision."""

    __tablename__ = "declaration_cases"

    declaration_id: Mapped[int] = mapped_column(ForeignKey("declarations.id"), primary_key=True)
    state: Mapped[str] = mapped_column(String(20), info=personal("Stand", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS))
    version: Mapped[int] = mapped_column(Integer)
    """Incremented by every change; a step based on an older version is refused."""
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)
    is_mailed: Mapped[bool] = mapped_column(Boolean)
    """Whether a receipt was mailed; not beyond the daily number of mails to one mailbox."""
    reservation_id: Mapped[int | None] = mapped_column(BigId)
    """None while it is not matched, and where staff found none. No foreign key: either may be erased without the
    other."""
    refund_due_on: Mapped[date | None] = mapped_column(
        Date, info=personal("Erstattung fällig am", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS)
    )
    """Of a withdrawal: the last day, in Berlin, on which money has to go back."""
    decided_at: Mapped[datetime | None] = mapped_column(
        UtcDateTime, info=personal("Entschieden am", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS)
    )
    words: Mapped[str] = mapped_column(Text, info=personal("Unsere Worte dazu", Effect.REDACT))
    """What the clerk wrote to the household with the decision."""
    ends_on: Mapped[date | None] = mapped_column(
        Date, info=personal("Vertrag endet am", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS)
    )
    """Of an accepted notice: the contract's last day."""
    refunded_at: Mapped[datetime | None] = mapped_column(
        UtcDateTime, info=personal("Erstattet am", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS)
    )

    __table_args__ = (
        CheckConstraint(one_of("state", CaseState), name="state"),
        Index(None, "state", "declaration_id"),
        Index(None, "reservation_id"),
        Index(
            "ix_declaration_cases_awaits_refund",
            "refund_due_on",
            postgresql_where=AWAITS_REFUND,
            sqlite_where=AWAITS_REFUND,
        ),
    )
    __privacy__ = About(
        "Bearbeitung der Erklärungen",
        purpose=_PURPOSE,
        basis=LEGAL_DUTY,
        rule="declarations",
        leads=(Lead(Subject.DECLARATION, "declaration_id"),),
        dated_by="updated_at",
        nobody="declaration_id version updated_at is_mailed reservation_id",
    )


class DeclarationChange(Base):
    """One step of a case: who, when, before and after. Erased with the declaration."""

    __tablename__ = "declaration_changes"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    declaration_id: Mapped[int] = mapped_column(ForeignKey("declarations.id"))
    at: Mapped[datetime] = mapped_column(
        UtcDateTime, info=personal("Zeitpunkt", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS)
    )
    actor: Mapped[str] = mapped_column(String(80))
    action: Mapped[str] = mapped_column(String(20), info=personal("Schritt", Effect.LEGAL_HOLD, hold=Hold.DECLARATIONS))
    version: Mapped[int] = mapped_column(Integer)
    before: Mapped[dict[str, Any]] = mapped_column(JSON, info=personal("Vorher", Effect.REDACT))
    """Only the columns that changed."""
    after: Mapped[dict[str, Any]] = mapped_column(JSON, info=personal("Nachher", Effect.REDACT))

    __table_args__ = (Index(None, "declaration_id", "id"),)
    __privacy__ = About(
        "Schritte der Erklärungen",
        purpose=_PURPOSE,
        basis=LEGAL_DUTY,
        rule="declarations",
        leads=(Lead(Subject.DECLARATION, "declaration_id"),),
        dated_by="at",
        nobody="id declaration_id actor version",
    )
