"""Tables of links in mails to a household's page, and of the sessions that they open."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of
from services.core.personal_data import CONTRACT, About, Lead, Subject, personal


class Purpose(StrEnum):
    """What pressing the button behind a link does, apart from opening the page."""

    CONFIRM = "confirm"
    """Confirms the address the reservation was made with."""
    OPEN = "open"
    CHANGE_EMAIL = "change_email"
    """Confirms a new address, which replaces the present one."""


class HouseholdLink(Base):
    """A link sent to one address. The secret itself is in no row: see `mail/link_tokens.py`."""

    __tablename__ = "household_links"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    seed_sha256: Mapped[str] = mapped_column(
        String(64), unique=True, info=personal("Prüfsumme des Links", is_exported=False)
    )
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    purpose: Mapped[str] = mapped_column(String(20), info=personal("Wozu"))
    email: Mapped[str] = mapped_column(String(254), info=personal("An welche Adresse"))
    """The address it was sent to, as typed; the only one it can confirm."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Verschickt am"))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Gültig bis"))
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime, info=personal("Zuerst benutzt am"))

    __table_args__ = (
        CheckConstraint(one_of("purpose", Purpose), name="purpose"),
        Index(None, "reservation_id"),
        Index(None, "expires_at"),
    )
    __privacy__ = About(
        "Links zur eigenen Seite",
        purpose="Der Haushalt bestätigt seine Adresse und öffnet seine Seite ohne Passwort.",
        basis=CONTRACT,
        rule="links",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="created_at",
        nobody="id reservation_id",
    )


class HouseholdSession(Base):
    """One browser that may see and change one reservation for a while. The cookie is stored as its hash."""

    __tablename__ = "household_sessions"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    token_sha256: Mapped[str] = mapped_column(
        String(64), unique=True, info=personal("Prüfsumme des Schlüssels", is_exported=False)
    )
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Geöffnet am"))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Offen bis"))

    __table_args__ = (Index(None, "reservation_id"), Index(None, "expires_at"))
    __privacy__ = About(
        "Geöffnete eigene Seiten",
        purpose="Eine Stunde lang weiß der Server, wessen Seite in diesem Browser offen ist.",
        basis=CONTRACT,
        rule="sessions",
        leads=(Lead(Subject.RESERVATION, "reservation_id"),),
        dated_by="created_at",
        nobody="id reservation_id",
    )
