"""Tables of the staff side: accounts, their sessions, links and recovery codes, and the audit log."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, Boolean, CheckConstraint, ForeignKey, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime
from services.core.personal_data import LEGAL_DUTY, STAFF, About, Effect, about_nobody, personal


class AuditEntry(Base):
    """One thing that happened. Triggers refuse UPDATE and DELETE; each row's hash covers the row before."""

    __tablename__ = "audit_entries"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Zeitpunkt", Effect.LEGAL_HOLD))
    actor: Mapped[str] = mapped_column(String(80), info=personal("Wer, als Nummer eines Kontos", Effect.LEGAL_HOLD))
    """`household`, `system`, or `staff:<id>`: never a name."""
    action: Mapped[str] = mapped_column(String(80), info=personal("Was", Effect.LEGAL_HOLD))
    subject: Mapped[str] = mapped_column(String(80), info=personal("Woran, als Nummer", Effect.LEGAL_HOLD))
    """What it happened to, `reservation:17`."""
    details: Mapped[dict[str, Any]] = mapped_column(JSON, info=personal("Tatsachen ohne Namen", Effect.LEGAL_HOLD))
    """Facts without personal data: the log outlives an erasure."""
    previous_hash: Mapped[str] = mapped_column(String(64), unique=True)
    hash: Mapped[str] = mapped_column(String(64), unique=True)

    __table_args__ = (
        Index(None, "subject"),
        Index(None, "action"),
        Index(None, "actor"),
        Index(None, "at"),
        Index(
            "ix_audit_entries_listed",
            "id",
            sqlite_where=text("json_extract(details, '$.operation') IS NULL"),
            postgresql_where=text("(details ->> 'operation') IS NULL"),
        ),
    )
    __privacy__ = About(
        "Änderungsprotokoll",
        purpose="Nachweis, wer wann was getan hat. Es nennt Vorgänge und Konten mit ihrer Nummer, nie Namen.",
        basis=LEGAL_DUTY,
        rule="audit",
        dated_by="at",
        nobody="id previous_hash hash",
    )
    """The last: what the log's list shows, which has one row for a whole operation; see audit/entries.py."""


class Role(StrEnum):
    """What an account may do; `staff/access.py` says which routes each may call."""

    ADMIN = "admin"
    STAFF = "staff"
    MARKETING = "marketing"


class AccountState(StrEnum):
    """`invited` until a password is set. Accounts are disabled, never deleted: the audit log names them."""

    INVITED = "invited"
    ACTIVE = "active"
    DISABLED = "disabled"


class Stage(StrEnum):
    """How far a log-in has come: `code` lacks the second factor, `enrol` has none yet to ask for."""

    CODE = "code"
    ENROL = "enrol"
    FULL = "full"


class LinkPurpose(StrEnum):
    """What a one-time link sets up."""

    FIRST_ACCOUNT = "first_account"
    INVITATION = "invitation"
    RESET = "reset"


def _one_of(column: str, values: type[StrEnum]) -> CheckConstraint:
    return CheckConstraint(f"{column} IN ({', '.join(repr(v.value) for v in values)})", name=column)


class Account(Base):
    __tablename__ = "staff_accounts"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    email: Mapped[str] = mapped_column(String(254), info=personal("E-Mail-Adresse", Effect.LEGAL_HOLD))
    email_normalized: Mapped[str] = mapped_column(
        String(254), unique=True, info=personal("E-Mail-Adresse, vergleichbar", Effect.LEGAL_HOLD)
    )
    name: Mapped[str] = mapped_column(String(100), info=personal("Name", Effect.LEGAL_HOLD))
    role: Mapped[str] = mapped_column(String(20))
    state: Mapped[str] = mapped_column(String(20))
    password_hash: Mapped[str | None] = mapped_column(
        String(200), info=personal("Prüfsumme des Passworts", Effect.LEGAL_HOLD, is_exported=False)
    )
    totp_seed: Mapped[str | None] = mapped_column(
        String(64), info=personal("Zweiter Faktor", Effect.LEGAL_HOLD, is_exported=False)
    )
    """What the second factor is derived from together with the installation's secret; empty until set up."""
    totp_last_counter: Mapped[int] = mapped_column(BigInteger)
    """The 30-second step whose code was accepted last; codes of this one and earlier ones are refused."""
    second_factor_waived: Mapped[bool] = mapped_column(Boolean)
    """Applies in the environment `demo` only."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Angelegt am", Effect.LEGAL_HOLD))
    last_seen_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Zuletzt da", Effect.LEGAL_HOLD))
    version: Mapped[int] = mapped_column(Integer)
    code_failures: Mapped[int] = mapped_column(
        Integer, default=0, server_default="0", info=personal("Falsche Codes", Effect.LEGAL_HOLD)
    )
    """Wrong codes since the last right one, from browsers that had not signed in before."""
    code_wait_until: Mapped[datetime | None] = mapped_column(
        UtcDateTime, info=personal("Gesperrt bis", Effect.LEGAL_HOLD)
    )
    """Until when such browsers may not try another code."""

    __table_args__ = (_one_of("role", Role), _one_of("state", AccountState))
    __privacy__ = About(
        "Konten des Teams",
        purpose="Anmeldung an der Konsole. Ein Konto wird gesperrt und nicht gelöscht, weil das Protokoll es nennt.",
        basis=STAFF,
        rule="staff",
        dated_by="created_at",
        nobody="id role state version second_factor_waived totp_last_counter",
    )


class StaffSession(Base):
    """One browser that is signed in or signing in. Ending the session deletes the row."""

    __tablename__ = "staff_sessions"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    account_id: Mapped[int] = mapped_column(BigId, ForeignKey("staff_accounts.id"))
    token_hash: Mapped[str] = mapped_column(
        String(64), unique=True, info=personal("Prüfsumme des Schlüssels", Effect.LEGAL_HOLD, is_exported=False)
    )
    """SHA-256 of the cookie, which is 256 random bits."""
    stage: Mapped[str] = mapped_column(String(10))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Angemeldet am", Effect.LEGAL_HOLD))
    last_seen_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Zuletzt da", Effect.LEGAL_HOLD))
    """Written at most once a minute."""
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Gilt bis", Effect.LEGAL_HOLD))
    confirmed_until: Mapped[datetime | None] = mapped_column(
        UtcDateTime, info=personal("Bestätigt bis", Effect.LEGAL_HOLD)
    )
    """Until when password and code need not be asked for again before something sensitive."""
    pending_totp_seed: Mapped[str | None] = mapped_column(String(64))
    """A second factor shown in this session that has not been confirmed with a code."""
    device: Mapped[str] = mapped_column(String(60), info=personal("Gerät", Effect.LEGAL_HOLD))

    __table_args__ = (_one_of("stage", Stage), Index(None, "account_id"), Index(None, "expires_at"))
    __privacy__ = About(
        "Anmeldungen des Teams",
        purpose="Wer an der Konsole angemeldet ist, und womit.",
        basis=STAFF,
        rule="sessions",
        dated_by="created_at",
        nobody="id account_id stage pending_totp_seed",
    )


class SetupLink(Base):
    """A one-time link to set a password. Using it deletes the row."""

    __tablename__ = "staff_links"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    purpose: Mapped[str] = mapped_column(String(20))
    account_id: Mapped[int | None] = mapped_column(BigId, ForeignKey("staff_accounts.id"))
    """Empty for the first account, which the link is going to make."""
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (_one_of("purpose", LinkPurpose), Index(None, "account_id"))
    __privacy__ = about_nobody("id purpose account_id token_hash created_at expires_at")


class RecoveryCode(Base):
    """A code to be used once in place of the second factor. Using it deletes the row."""

    __tablename__ = "staff_recovery_codes"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    account_id: Mapped[int] = mapped_column(BigId, ForeignKey("staff_accounts.id"))
    code_hash: Mapped[str] = mapped_column(String(64))

    __table_args__ = (Index(None, "account_id", "code_hash", unique=True),)
    __privacy__ = about_nobody("id account_id code_hash")


class RecordViewer(Base):
    """A tab of the console with an open reservation, as long as the tab renews it."""

    __tablename__ = "record_viewers"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    account_id: Mapped[int] = mapped_column(BigId, ForeignKey("staff_accounts.id"))
    tab: Mapped[str] = mapped_column(String(36))
    """A number that the tab made up; one tab shows one record."""
    reservation_id: Mapped[int] = mapped_column(BigInteger)
    """Without a foreign key: an erasure need not wait for a row that is over in a minute."""
    is_typing: Mapped[bool] = mapped_column(Boolean)
    seen_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (Index(None, "account_id", "tab", unique=True), Index(None, "seen_at"))
    __privacy__ = about_nobody("id account_id tab reservation_id is_typing seen_at")
