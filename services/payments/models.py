"""Tables of card checks, of the books, of mandates and of what is to become one."""

from datetime import date, datetime
from enum import StrEnum

from sqlalchemy import (
    BigInteger,
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
from services.core.personal_data import CONTRACT, LEGAL_DUTY, About, Effect, Hold, Lead, Subject, about_nobody, personal
from services.payments.chart import Account
from services.payments.states import CheckState

OPEN = text("state = 'open'")
DUE = text("look_at IS NOT NULL")
ACTIVE = text("ended_at IS NULL")


class CardCheck(Base):
    """One attempt of a household to have its card checked. The row is written before the provider is called. There is
    nothing of the card in it: its number is typed on the provider's page and never reaches us.
    """

    __tablename__ = "card_checks"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    attempt: Mapped[int] = mapped_column(Integer, info=personal("Wievielter Versuch", Effect.STATISTIC))
    """With the reservation the natural key: two calls at once begin one check."""
    key: Mapped[str] = mapped_column(
        String(43), unique=True, info=personal("Schlüssel beim Zahlungsdienst", Effect.STATISTIC, is_exported=False)
    )
    """Random, and all that the provider learns of the household: every call carries it, so that a repeated call does
    nothing twice.
    """
    provider: Mapped[str] = mapped_column(String(20), info=personal("Zahlungsdienst", Effect.STATISTIC))
    reference: Mapped[str | None] = mapped_column(
        String(255), info=personal("Nummer beim Zahlungsdienst", Effect.STATISTIC)
    )
    """Null until the provider has answered once."""
    address: Mapped[str | None] = mapped_column(
        Text, info=personal("Seite beim Zahlungsdienst", Effect.STATISTIC, is_exported=False)
    )
    state: Mapped[str] = mapped_column(String(20), info=personal("Stand", Effect.STATISTIC))
    cause: Mapped[str] = mapped_column(String(20), info=personal("Warum gescheitert", Effect.STATISTIC))
    begun_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Begonnen am", Effect.STATISTIC))
    closes_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Möglich bis", Effect.STATISTIC))
    """When the provider closes its page."""
    held_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Vorgemerkt am", Effect.STATISTIC))
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Beendet am", Effect.STATISTIC))
    """Since when nothing can come of it any more, and nothing is owed."""
    seen_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the provider answered last."""
    look_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When to ask it next; null: not before the night."""
    simulated: Mapped[str | None] = mapped_column(String(20))
    """What the simulated provider knows; nobody else writes this."""

    __table_args__ = (
        UniqueConstraint("reservation_id", "attempt"),
        CheckConstraint(one_of("state", CheckState), name="state"),
        Index("uq_card_checks_open", "reservation_id", unique=True, postgresql_where=OPEN, sqlite_where=OPEN),
        Index("ix_card_checks_due", "look_at", postgresql_where=DUE, sqlite_where=DUE),
        NEVER_REUSED,
    )
    __privacy__ = About(
        "Prüfungen der Zahlungskarte",
        purpose="Vor dem Vertrag wird 1 € auf der Karte vorgemerkt und wieder freigegeben.",
        basis=CONTRACT,
        rule="card_checks",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="begun_at",
        nobody="id reservation_id seen_at look_at simulated",
    )


class LedgerEntry(Base):
    """A movement of money. Triggers refuse every change: what was wrong is taken back by the opposite entry."""

    __tablename__ = "ledger_entries"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    key: Mapped[str] = mapped_column(String(160), unique=True)
    """The movement's natural key."""
    booked_on: Mapped[date] = mapped_column(Date)
    """The day in the books."""
    text: Mapped[str] = mapped_column(String(120))
    """What it is, in German, without names."""
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    by: Mapped[str] = mapped_column(String(80), info=personal("Wer, als Nummer eines Kontos", Effect.LEGAL_HOLD))

    __table_args__ = (Index(None, "booked_on"), NEVER_REUSED)
    __privacy__ = About(
        "Buchungen",
        purpose="Die Bücher: welcher Betrag wann weshalb gebucht ist.",
        nobody="id key booked_on text at",
        basis=LEGAL_DUTY,
        rule=Hold.BOOKS.value,
    )


class LedgerPosting(Base):
    """One line of an entry; debit is positive, and the lines of an entry sum to zero."""

    __tablename__ = "ledger_postings"

    entry_id: Mapped[int] = mapped_column(ForeignKey("ledger_entries.id"), primary_key=True, autoincrement=False)
    position: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    account: Mapped[str] = mapped_column(String(20), info=personal("Konto", Effect.STATISTIC))
    contract_id: Mapped[int | None] = mapped_column(ForeignKey("contracts.id"))
    amount_cents: Mapped[int] = mapped_column(BigInteger, info=personal("Betrag", Effect.STATISTIC))

    __table_args__ = (
        CheckConstraint(one_of("account", Account), name="account"),
        Index(None, "contract_id", "account"),
        Index(None, "account"),
    )
    __privacy__ = About(
        "Zahlungen und Forderungen",
        purpose="Was zu einem Vertrag fällig war, gezahlt und erstattet wurde.",
        leads=(Lead(Subject.CONTRACT, "contract_id"),),
        nobody="entry_id position contract_id",
        basis=LEGAL_DUTY,
        rule=Hold.BOOKS.value,
    )


class MandateEnd(StrEnum):
    """Why a mandate has ended."""

    CHANGED = "changed"
    """Another account or holder has taken its place."""
    REVOKED = "revoked"
    BY_BANK = "by_bank"
    """A debit was returned for a reason that makes a further one useless or forbidden."""
    CONTRACT_OVER = "contract_over"


class Channel(StrEnum):
    """How a mandate was given."""

    ONLINE = "online"
    LETTER = "letter"
    TELEPHONE = "telephone"


class Mandate(Base):
    """The permission to debit an account. Another account, or another holder, is another mandate."""

    __tablename__ = "mandates"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    contract_id: Mapped[int] = mapped_column(ForeignKey("contracts.id"))
    version: Mapped[int] = mapped_column(Integer)
    reference: Mapped[str] = mapped_column(String(35), unique=True, info=personal("Mandatsreferenz", hold=Hold.BOOKS))
    """The same on page, mail, PDF and in the bank's file; drawn before any of them is made."""
    holder: Mapped[str] = mapped_column(String(70), info=personal("Kontoinhaber", hold=Hold.BOOKS))
    iban: Mapped[str] = mapped_column(Text, info=personal("IBAN, verschlüsselt", hold=Hold.BOOKS, is_exported=False))
    """Sealed."""
    iban_mark: Mapped[str] = mapped_column(
        String(64), info=personal("Prüfsumme der IBAN", hold=Hold.BOOKS, is_exported=False)
    )
    last_four: Mapped[str] = mapped_column(String(4), info=personal("Letzte Stellen der IBAN", hold=Hold.BOOKS))
    is_other_person: Mapped[bool] = mapped_column(info=personal("Konto einer anderen Person", hold=Hold.BOOKS))
    """That person, the holder, has agreed: without that there is no mandate."""
    channel: Mapped[str] = mapped_column(String(20), info=personal("Wie erteilt", hold=Hold.BOOKS))
    signed_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Erteilt am", hold=Hold.BOOKS))
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Beendet am", hold=Hold.BOOKS))
    cause: Mapped[str] = mapped_column(String(20), info=personal("Warum beendet", hold=Hold.BOOKS))

    __table_args__ = (
        UniqueConstraint("contract_id", "version"),
        CheckConstraint(one_of("channel", Channel), name="channel"),
        Index("uq_mandates_active", "contract_id", unique=True, postgresql_where=ACTIVE, sqlite_where=ACTIVE),
        Index(None, "iban_mark"),
        NEVER_REUSED,
    )
    __privacy__ = About(
        "Lastschriftmandate",
        purpose="Von welchem Konto der Haushalt zahlt, und dass er es erlaubt hat.",
        basis=CONTRACT,
        rule=Hold.BOOKS.value,
        leads=(Lead(Subject.CONTRACT, "contract_id"),),
        dated_by="signed_at",
        nobody="id contract_id version",
    )


class AccountChange(Base):
    """An account that a household has asked for and not confirmed yet, one a contract. What becomes of it is a mandate;
    the row is deleted by the confirmation, by another wish, or after its time.
    """

    __tablename__ = "account_changes"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    contract_id: Mapped[int] = mapped_column(ForeignKey("contracts.id"), unique=True)
    seed_sha256: Mapped[str] = mapped_column(
        String(64), unique=True, info=personal("Prüfsumme des Links", is_exported=False)
    )
    """Of the link in the mail, the only one that confirms it."""
    holder: Mapped[str] = mapped_column(String(70), info=personal("Kontoinhaber"))
    iban: Mapped[str] = mapped_column(Text, info=personal("IBAN, verschlüsselt", is_exported=False))
    iban_mark: Mapped[str] = mapped_column(String(64), info=personal("Prüfsumme der IBAN", is_exported=False))
    last_four: Mapped[str] = mapped_column(String(4), info=personal("Letzte Stellen der IBAN"))
    is_other_person: Mapped[bool] = mapped_column(info=personal("Konto einer anderen Person"))
    asked_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Angegeben am"))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Zu bestätigen bis"))

    __table_args__ = (Index(None, "expires_at"),)
    __privacy__ = About(
        "Neue Konten vor der Bestätigung",
        purpose="Ein anderes Konto gilt erst, wenn der Haushalt es über den Link in der Mail bestätigt.",
        basis=CONTRACT,
        rule="account_changes",
        leads=(Lead(Subject.CONTRACT, "contract_id"),),
        dated_by="asked_at",
        nobody="id contract_id",
    )


class PaymentReminder(Base):
    """A step of reminding a household of a claim, taken once."""

    __tablename__ = "payment_reminders"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    contract_id: Mapped[int] = mapped_column(ForeignKey("contracts.id"))
    claim_key: Mapped[str] = mapped_column(String(160), info=personal("Woran erinnert wurde", hold=Hold.BOOKS))
    step: Mapped[int] = mapped_column(Integer, info=personal("Wievielte Erinnerung", hold=Hold.BOOKS))
    at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Erinnert am", hold=Hold.BOOKS))

    __table_args__ = (UniqueConstraint("claim_key", "step"), Index(None, "contract_id"))
    __privacy__ = About(
        "Zahlungserinnerungen",
        purpose="Nachweis, wann an eine offene Zahlung erinnert wurde.",
        basis=CONTRACT,
        rule=Hold.BOOKS.value,
        leads=(Lead(Subject.CONTRACT, "contract_id"),),
        dated_by="at",
        nobody="id contract_id",
    )


class ReminderStop(Base):
    """A contract whose reminders somebody has stopped; who it was is in the audit log."""

    __tablename__ = "reminder_stops"

    contract_id: Mapped[int] = mapped_column(ForeignKey("contracts.id"), primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(UtcDateTime)

    __privacy__ = about_nobody("contract_id at")
