"""Tables of the ways into a household's own page: links in mails, and the sessions that they open."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of


class Purpose(StrEnum):
    """What pressing the button behind a link does, apart from opening the page."""

    CONFIRM = "confirm"
    """Confirms the address the reservation was made with."""
    OPEN = "open"
    CHANGE_EMAIL = "change_email"
    """Confirms a new address, which replaces the present one."""


class HouseholdLink(Base):
    """A link sent to one address, good for one press. The secret itself is in no row: see `mail/link_tokens.py`."""

    __tablename__ = "household_links"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    seed_sha256: Mapped[str] = mapped_column(String(64), unique=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    purpose: Mapped[str] = mapped_column(String(20))
    email: Mapped[str] = mapped_column(String(254))
    """The address it was sent to, as typed; the only one it can confirm."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)
    used_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (
        CheckConstraint(one_of("purpose", Purpose), name="purpose"),
        Index(None, "reservation_id"),
        Index(None, "expires_at"),
    )


class HouseholdSession(Base):
    """One browser that may see and change one reservation for a while. The cookie is stored as its hash."""

    __tablename__ = "household_sessions"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    token_sha256: Mapped[str] = mapped_column(String(64), unique=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (Index(None, "reservation_id"), Index(None, "expires_at"))
