"""Passkeys of staff accounts, and the challenges that browsers are to have signed."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from sqlalchemy import JSON, BigInteger, CheckConstraint, ForeignKey, Index, LargeBinary, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import NEVER_REUSED, Base, BigId, UtcDateTime
from services.core.personal_data import STAFF, About, Effect, about_nobody, personal


class Passkey(Base):
    """A WebAuthn credential that verifies its user. Ids are base64url, as browsers send them."""

    __tablename__ = "staff_passkeys"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    account_id: Mapped[int] = mapped_column(BigId, ForeignKey("staff_accounts.id"))
    credential_id: Mapped[str] = mapped_column(
        String(1400), unique=True, info=personal("Kennung des Passkeys", Effect.LEGAL_HOLD, is_exported=False)
    )
    public_key: Mapped[bytes] = mapped_column(
        LargeBinary, info=personal("Öffentlicher Schlüssel", Effect.LEGAL_HOLD, is_exported=False)
    )
    """As a COSE key."""
    user_handle: Mapped[str] = mapped_column(
        String(64),
        info=personal("Zufallszahl, unter der Geräte das Konto kennen", Effect.LEGAL_HOLD, is_exported=False),
    )
    """What authenticators know the account by: 256 random bits, the same for all passkeys of an account."""
    sign_count: Mapped[int] = mapped_column(BigInteger)
    """The counter of the last signature; 0 for authenticators that keep none."""
    transports: Mapped[Sequence[str]] = mapped_column(JSON)
    """How browsers reach the authenticator: `internal`, `hybrid`, `usb` …"""
    name: Mapped[str] = mapped_column(String(60), info=personal("Wie die Person den Passkey nennt", Effect.LEGAL_HOLD))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Eingerichtet am", Effect.LEGAL_HOLD))
    last_used_at: Mapped[datetime | None] = mapped_column(
        UtcDateTime, info=personal("Zuletzt benutzt", Effect.LEGAL_HOLD)
    )

    __table_args__ = (Index(None, "account_id"), NEVER_REUSED)
    __privacy__ = About(
        "Passkeys des Teams",
        purpose="Anmeldung an der Konsole ohne Passwort. Ein Passkey wird gelöscht, sobald er entfernt wird.",
        basis=STAFF,
        rule="staff",
        dated_by="created_at",
        nobody="id account_id sign_count transports",
    )


class Purpose(StrEnum):
    """What a challenge is for. `sign_in` belongs to nobody yet, the others to a session."""

    REGISTER = "register"
    SIGN_IN = "sign_in"
    PROVE = "prove"
    """The second step of a log-in, or a confirmation."""


class PasskeyChallenge(Base):
    """A challenge that was issued. Using it deletes the row."""

    __tablename__ = "staff_passkey_challenges"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    challenge_hash: Mapped[str] = mapped_column(String(64), unique=True)
    purpose: Mapped[str] = mapped_column(String(10))
    session_id: Mapped[int | None] = mapped_column(BigId, ForeignKey("staff_sessions.id", ondelete="CASCADE"))
    user_handle: Mapped[str | None] = mapped_column(String(64))
    """For `register`: the user handle that the new passkey was given."""
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (
        CheckConstraint(f"purpose IN ({', '.join(repr(one.value) for one in Purpose)})", name="purpose"),
        CheckConstraint("(purpose = 'sign_in') = (session_id IS NULL)", name="session"),
        Index(None, "session_id"),
        Index(None, "expires_at"),
    )
    __privacy__ = about_nobody("id challenge_hash purpose session_id user_handle expires_at")
