"""Tables of contracts, their documents and the days on which their shares earn."""

from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Date, ForeignKey, Index, Integer, LargeBinary, String, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import NEVER_REUSED, Base, BigId, UtcDateTime, one_of
from services.core.personal_data import CONTRACT, About, Effect, Hold, Lead, Subject, about_nobody, personal


class ContractState(StrEnum):
    """What became of a household's order. Whether a concluded contract runs is the state of its reservation."""

    ASKED = "asked"
    """It wants to pay by instalments, which a person has to agree to: nobody is bound yet."""
    CONCLUDED = "concluded"
    DECLINED = "declined"
    """The instalments were refused."""
    DROPPED = "dropped"
    """The household gave its place up, or it ended, before anybody had decided."""


class TransferCause(StrEnum):
    """Why a contract has another holder."""

    TRANSFERRED = "transferred"
    """Sold or given away: both have declared it."""
    INHERITED = "inherited"


class SignedBy(StrEnum):
    """How the household ordered."""

    ONLINE = "online"
    LETTER = "letter"
    TELEPHONE = "telephone"


UNDECIDED = text(f"state = '{ContractState.ASKED}'")
IS_TAKEN_OVER = text("taken_over_from_id IS NOT NULL")
STANDS = text(f"state IN ('{ContractState.ASKED}', '{ContractState.CONCLUDED}')")


class Contract(Base):
    """A household's order of a usage right, with everything that was agreed. Its figures never change."""

    __tablename__ = "contracts"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    version: Mapped[int] = mapped_column(Integer, server_default=text("1"))
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    number: Mapped[str] = mapped_column(
        String(20), unique=True, info=personal("Nummer des Vertrags", Effect.PSEUDONYM, hold=Hold.BOOKS)
    )
    """Follows from the reservation's reference, so that it is known before any text is made."""
    state: Mapped[str] = mapped_column(String(12), info=personal("Stand", Effect.STATISTIC))
    signed_by: Mapped[str] = mapped_column(String(12), info=personal("Wie bestellt", Effect.STATISTIC))
    signed_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Bestellt am", Effect.STATISTIC))
    received_on: Mapped[date | None] = mapped_column(Date, info=personal("Tag des Schreibens", Effect.STATISTIC))
    concluded_at: Mapped[datetime | None] = mapped_column(
        UtcDateTime, info=personal("Geschlossen am", Effect.STATISTIC)
    )
    withdraw_until: Mapped[date | None] = mapped_column(Date, info=personal("Widerruf bis", Effect.STATISTIC))
    """The last day of the withdrawal period."""
    annual_kwh: Mapped[int] = mapped_column(Integer, info=personal("kWh im Jahr", Effect.STATISTIC))
    months: Mapped[int] = mapped_column(Integer, info=personal("Anzahl Raten", Effect.STATISTIC))
    """0 for a single payment."""
    price_cents: Mapped[int] = mapped_column(Integer, info=personal("Paketpreis in Cent", Effect.STATISTIC))
    total_cents: Mapped[int] = mapped_column(Integer, info=personal("Summe der Zahlungen in Cent", Effect.STATISTIC))
    instalment_cents: Mapped[int] = mapped_column(Integer, info=personal("Rate in Cent", Effect.STATISTIC))
    last_instalment_cents: Mapped[int] = mapped_column(Integer, info=personal("Letzte Rate in Cent", Effect.STATISTIC))
    setup_cents: Mapped[int] = mapped_column(Integer, info=personal("Einrichtung in Cent", Effect.STATISTIC))
    term_years: Mapped[int] = mapped_column(Integer, info=personal("Laufzeit in Jahren", Effect.STATISTIC))
    texts: Mapped[list[dict[str, Any]]] = mapped_column(
        JSON, info=personal("Texte, die dazu gehören", Effect.STATISTIC, is_exported=False)
    )
    """Kind, version and fingerprint of each, among the kept ones."""
    document_sha256: Mapped[str] = mapped_column(
        String(64), info=personal("Prüfsumme der Unterlagen", Effect.STATISTIC, is_exported=False)
    )
    """Named in the audit log, too."""
    taken_by: Mapped[str | None] = mapped_column(String(80))
    """Who of the staff entered it, as in the audit log; None: the household ordered by itself."""
    decided_by: Mapped[str | None] = mapped_column(String(80))
    """Who agreed to the instalments, or refused them."""
    decided_because: Mapped[str] = mapped_column(
        String(300), server_default=text("''"), info=personal("Grund der Entscheidung", Effect.EMPTY, names_others=True)
    )
    ended_on: Mapped[date | None] = mapped_column(Date, info=personal("Letzter Tag", Effect.STATISTIC))
    """The last day of a contract that ended before its term."""
    settled_on: Mapped[date | None] = mapped_column(Date)
    """The day up to which books and earning days follow the facts (`settle.py`)."""
    taken_over_from_id: Mapped[int | None] = mapped_column(BigId)
    """The contract that this one goes on with, by another holder. No foreign key, as of a reservation."""
    begins_on: Mapped[date | None] = mapped_column(Date, info=personal("Übernommen ab", Effect.STATISTIC))
    """The first day of a contract that was taken over; the other one's last is the day before."""
    cause: Mapped[str] = mapped_column(
        String(12), server_default=text("''"), info=personal("Wodurch übernommen", Effect.STATISTIC)
    )
    """A `TransferCause`; empty: it was not taken over."""

    __table_args__ = (
        CheckConstraint(one_of("state", ContractState), name="state"),
        CheckConstraint(one_of("signed_by", SignedBy), name="signed_by"),
        Index(
            "uq_contracts_taken_over_from_id",
            "taken_over_from_id",
            unique=True,
            postgresql_where=IS_TAKEN_OVER,
            sqlite_where=IS_TAKEN_OVER,
        ),
        Index("uq_contracts_standing", "reservation_id", unique=True, postgresql_where=STANDS, sqlite_where=STANDS),
        Index("ix_contracts_undecided", "signed_at", postgresql_where=UNDECIDED, sqlite_where=UNDECIDED),
        NEVER_REUSED,
    )
    __privacy__ = About(
        "Verträge",
        purpose="Der Nutzungsvertrag: was vereinbart ist und wann.",
        basis=CONTRACT,
        rule="over",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="signed_at",
        nobody="id version reservation_id taken_by decided_by taken_over_from_id settled_on",
    )


class ContractDocument(Base):
    """All texts of a contract as one PDF, as the household ordered by them. The bytes never change."""

    __tablename__ = "contract_documents"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    contract_id: Mapped[int] = mapped_column(ForeignKey("contracts.id"))
    filename: Mapped[str] = mapped_column(String(60), info=personal("Name der Datei", hold=Hold.BOOKS))
    made_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Erstellt am", hold=Hold.BOOKS))
    sha256: Mapped[str] = mapped_column(String(64), info=personal("Prüfsumme", hold=Hold.BOOKS, is_exported=False))
    content: Mapped[bytes] = mapped_column(
        LargeBinary, deferred=True, info=personal("Die Unterlagen", hold=Hold.BOOKS, is_exported=False)
    )

    __table_args__ = (Index(None, "contract_id"), Index(None, "reservation_id"))
    __privacy__ = About(
        "Unterlagen zum Vertrag",
        purpose="Vertrag, Belehrung und Mandat, wie sie bestellt und verschickt wurden.",
        basis=CONTRACT,
        rule="over",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="made_at",
        nobody="id reservation_id contract_id",
    )


class SharePeriod(Base):
    """Days on which a share earns; with a share below zero, days on which it no longer does. Triggers refuse every
    change and deletion: what a contract holds on a day is the sum of its rows.
    """

    __tablename__ = "share_periods"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    contract_id: Mapped[int] = mapped_column(ForeignKey("contracts.id"))
    annual_kwh: Mapped[int] = mapped_column(Integer)
    first_day: Mapped[date] = mapped_column(Date)
    last_day: Mapped[date] = mapped_column(Date)
    cause: Mapped[str] = mapped_column(String(12))
    """`begins`, `cured`, `unpaid`, `ended`; for both holders of a contract that was taken over, its `TransferCause`."""
    at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (
        Index(None, "contract_id"),
        NEVER_REUSED,
    )
    __privacy__ = about_nobody("id contract_id annual_kwh first_day last_day cause at")


class EarlyPayment(Base):
    """What is left of a contract's instalments, to be paid at once. Going back to them deletes the row."""

    __tablename__ = "early_payments"

    contract_id: Mapped[int] = mapped_column(ForeignKey("contracts.id"), primary_key=True, autoincrement=False)
    first: Mapped[int] = mapped_column(Integer, info=personal("Erste Rate, die entfällt", Effect.STATISTIC))
    due: Mapped[date] = mapped_column(Date, info=personal("Fällig am", Effect.STATISTIC))
    cents: Mapped[int] = mapped_column(Integer, info=personal("Betrag in Cent", Effect.STATISTIC))
    agreed_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Vereinbart am", Effect.STATISTIC))

    __privacy__ = About(
        "Vorzeitige Zahlungen",
        purpose="Der Haushalt zahlt auf einmal, was von seinen Raten übrig ist.",
        basis=CONTRACT,
        rule="over",
        leads=(Lead(Subject.CONTRACT, "contract_id"),),
        dated_by="agreed_at",
        nobody="contract_id",
    )
