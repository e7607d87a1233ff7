"""Tables of what goes to the bank and what comes from it."""

from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, Date, ForeignKey, Index, Integer, String, Text, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import NEVER_REUSED, Base, BigId, UtcDateTime, one_of
from services.core.personal_data import CONTRACT, LEGAL_DUTY, About, Effect, Hold, Lead, Subject, personal


class RunKind(StrEnum):
    """What a file asks the bank for."""

    DEBIT = "debit"
    REFUND = "refund"


class RunState(StrEnum):
    """How far a file is."""

    DRAFTED = "drafted"
    RELEASED = "released"
    """By a second person; the file is made."""
    SENT = "sent"
    """Given to the bank."""
    DISCARDED = "discarded"


class LineState(StrEnum):
    """What became of a line of a file."""

    OPEN = "open"
    """The bank has not said anything yet."""
    BOOKED = "booked"
    RETURNED = "returned"
    """The bank has taken it back, or refused it."""
    DISCARDED = "discarded"


class Decision(StrEnum):
    """How it goes on after a debit was returned."""

    RETRY = "retry"
    """It is announced and collected once more."""
    TRANSFER = "transfer"
    """The household pays by transfer."""
    WRITE_OFF = "write_off"
    """Nobody will pay it."""


class Finding(StrEnum):
    """What a line of a statement is."""

    COLLECTED = "collected"
    RETURNED = "returned"
    PAID = "paid"
    REFUNDED = "refunded"
    REFUND_RETURNED = "refund_returned"
    UNALLOCATED = "unallocated"
    """Nobody knows yet whose it is."""
    SEND_BACK = "send_back"
    """It is not for us: the next transfers take it back to where it came from."""
    SENT_BACK = "sent_back"
    FEE = "fee"
    """Of the bank."""


IS_OPEN = text("state = 'open'")
IS_UNSETTLED = text("finding IN ('unallocated', 'send_back')")


class DebitNotice(Base):
    """The announcement of a debit: how much, and on which day. Nothing is collected without it."""

    __tablename__ = "debit_notices"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    contract_id: Mapped[int] = mapped_column(ForeignKey("contracts.id"))
    claim_key: Mapped[str] = mapped_column(String(160), info=personal("Wofür", hold=Hold.BOOKS))
    amount_cents: Mapped[int] = mapped_column(Integer, info=personal("Betrag", hold=Hold.BOOKS))
    collect_on: Mapped[date] = mapped_column(Date, info=personal("Einzug am", hold=Hold.BOOKS))
    told_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Angekündigt am", hold=Hold.BOOKS))
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Hinfällig seit", hold=Hold.BOOKS))
    """Nothing follows it any more: what it was for is paid otherwise."""

    __table_args__ = (UniqueConstraint("claim_key", "collect_on"), Index(None, "collect_on"), NEVER_REUSED)
    __privacy__ = About(
        "Angekündigte Lastschriften",
        purpose="Nachweis, dass jeder Einzug vorher angekündigt wurde.",
        basis=CONTRACT,
        rule=Hold.BOOKS.value,
        leads=(Lead(Subject.CONTRACT, "contract_id"),),
        dated_by="told_at",
        nobody="id contract_id",
    )


class BankRun(Base):
    """A file for the bank. It is made once, when a second person releases it, and the same bytes can be had again."""

    __tablename__ = "bank_runs"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    kind: Mapped[str] = mapped_column(String(10))
    state: Mapped[str] = mapped_column(String(10))
    run_on: Mapped[date] = mapped_column(Date)
    """The day of the debits, or of the transfers."""
    drafted_by: Mapped[str] = mapped_column(String(80), info=personal("Entworfen von", Effect.LEGAL_HOLD))
    drafted_at: Mapped[datetime] = mapped_column(UtcDateTime)
    released_by: Mapped[str | None] = mapped_column(String(80), info=personal("Freigegeben von", Effect.LEGAL_HOLD))
    released_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    sent_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    file: Mapped[str | None] = mapped_column(
        Text, deferred=True, info=personal("Die Datei, verschlüsselt", Effect.LEGAL_HOLD, is_exported=False)
    )
    """Sealed, since it holds account numbers."""
    file_sha256: Mapped[str | None] = mapped_column(String(64))

    __table_args__ = (
        CheckConstraint(one_of("kind", RunKind), name="kind"),
        CheckConstraint(one_of("state", RunState), name="state"),
        NEVER_REUSED,
    )
    __privacy__ = About(
        "Dateien für die Bank",
        purpose="Lastschriften und Überweisungen, wie sie an die Bank gegeben wurden, und wer sie freigegeben hat.",
        basis=LEGAL_DUTY,
        rule="bank_files",
        dated_by="drafted_at",
        nobody="id kind state run_on drafted_at released_at sent_at file_sha256",
    )


class BankLine(Base):
    """One debit or transfer of a file."""

    __tablename__ = "bank_lines"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    run_id: Mapped[int] = mapped_column(ForeignKey("bank_runs.id"))
    end_to_end_id: Mapped[str] = mapped_column(
        String(35), unique=True, info=personal("Kennung bei der Bank", hold=Hold.BOOKS)
    )
    """The bank repeats it in its statements; unique over all files ever made."""
    contract_id: Mapped[int | None] = mapped_column(ForeignKey("contracts.id"))
    """None: money that was not for us goes back."""
    purpose_key: Mapped[str] = mapped_column(String(160), info=personal("Wofür", hold=Hold.BOOKS))
    """The claim that is collected, `refund:{contract}`, or `line:{statement line}`: one line that may still succeed."""
    notice_id: Mapped[int | None] = mapped_column(ForeignKey("debit_notices.id"))
    mandate_id: Mapped[int | None] = mapped_column(ForeignKey("mandates.id"))
    sequence: Mapped[str] = mapped_column(String(4))
    """`FRST` or `RCUR` of a debit."""
    amount_cents: Mapped[int] = mapped_column(Integer, info=personal("Betrag", hold=Hold.BOOKS))
    holder: Mapped[str] = mapped_column(String(70), info=personal("Kontoinhaber", hold=Hold.BOOKS))
    iban: Mapped[str] = mapped_column(Text, info=personal("IBAN, verschlüsselt", hold=Hold.BOOKS, is_exported=False))
    last_four: Mapped[str] = mapped_column(String(4), info=personal("Letzte Stellen der IBAN", hold=Hold.BOOKS))
    remittance: Mapped[str] = mapped_column(String(140), info=personal("Verwendungszweck", hold=Hold.BOOKS))
    state: Mapped[str] = mapped_column(String(10), info=personal("Stand", hold=Hold.BOOKS))
    reason: Mapped[str] = mapped_column(String(4), info=personal("Warum zurückgegeben", hold=Hold.BOOKS))
    """The bank's code of a return."""
    decision: Mapped[str] = mapped_column(String(10), info=personal("Wie es weiterging", hold=Hold.BOOKS))
    """What a person has decided after a return, see `Decision`; empty: nothing yet, or nothing is to be decided."""

    __table_args__ = (
        CheckConstraint(one_of("state", LineState), name="state"),
        Index(None, "run_id"),
        Index(None, "contract_id"),
        Index("uq_bank_lines_open", "purpose_key", unique=True, postgresql_where=IS_OPEN, sqlite_where=IS_OPEN),
        NEVER_REUSED,
    )
    __privacy__ = About(
        "Lastschriften und Erstattungen",
        purpose="Was von einem Konto eingezogen oder dorthin überwiesen wurde.",
        basis=CONTRACT,
        rule=Hold.BOOKS.value,
        leads=(Lead(Subject.CONTRACT, "contract_id"),),
        nobody="id run_id contract_id notice_id mandate_id sequence",
    )


class BankStatement(Base):
    """A file with movements of our account, taken over once. Of it only the lines are kept."""

    __tablename__ = "bank_statements"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    sha256: Mapped[str] = mapped_column(String(64), unique=True)
    name: Mapped[str] = mapped_column(String(70))
    """As the bank numbers it."""
    taken_by: Mapped[str] = mapped_column(String(80), info=personal("Übernommen von", Effect.LEGAL_HOLD))
    taken_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (NEVER_REUSED,)
    __privacy__ = About(
        "Kontoauszüge",
        purpose="Welche Auszüge gebucht sind, und wer sie übernommen hat.",
        basis=LEGAL_DUTY,
        rule="bank_files",
        dated_by="taken_at",
        nobody="id sha256 name taken_at",
    )


class StatementLine(Base):
    """One movement of our account, each once, whatever files name it."""

    __tablename__ = "statement_lines"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    statement_id: Mapped[int] = mapped_column(ForeignKey("bank_statements.id"))
    reference: Mapped[str] = mapped_column(String(120), unique=True)
    """The bank's own, and the place within its entry."""
    booked_on: Mapped[date] = mapped_column(Date, info=personal("Gebucht am", hold=Hold.BOOKS))
    amount_cents: Mapped[int] = mapped_column(Integer, info=personal("Betrag", hold=Hold.BOOKS))
    """Below zero: it has left the account."""
    details: Mapped[str] = mapped_column(
        Text, info=personal("Name, IBAN und Verwendungszweck, verschlüsselt", hold=Hold.BOOKS, is_exported=False)
    )
    """Sealed."""
    finding: Mapped[str] = mapped_column(String(20), info=personal("Was es ist", hold=Hold.BOOKS))
    reason: Mapped[str] = mapped_column(String(4), info=personal("Warum zurückgegeben", hold=Hold.BOOKS))
    contract_id: Mapped[int | None] = mapped_column(ForeignKey("contracts.id"))
    bank_line_id: Mapped[int | None] = mapped_column(ForeignKey("bank_lines.id"))
    turn: Mapped[int] = mapped_column(Integer)
    """How often a person has decided whose it is."""

    __table_args__ = (
        CheckConstraint(one_of("finding", Finding), name="finding"),
        Index(None, "statement_id"),
        Index(None, "contract_id"),
        Index("ix_statement_lines_unsettled", "id", postgresql_where=IS_UNSETTLED, sqlite_where=IS_UNSETTLED),
        NEVER_REUSED,
    )
    __privacy__ = About(
        "Bewegungen auf unserem Konto",
        purpose="Was die Bank gebucht hat, und wem es zugeordnet ist.",
        basis=LEGAL_DUTY,
        rule="bank_files",
        leads=(Lead(Subject.CONTRACT, "contract_id"),),
        dated_by="booked_on",
        nobody="id statement_id reference contract_id bank_line_id turn",
    )
