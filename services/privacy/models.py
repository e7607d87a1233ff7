"""Table of consents."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime


class Consent(Base):
    """A household's consent: to which text, when, and on what evidence."""

    __tablename__ = "consents"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    purpose: Mapped[str] = mapped_column(String(40))
    text_version: Mapped[str] = mapped_column(String(40))
    text_sha256: Mapped[str] = mapped_column(String(64))
    source: Mapped[str] = mapped_column(String(20))
    """`explicit`: the call said so. `client_form`: an older form sends only after its own box was ticked."""
    given_at: Mapped[datetime] = mapped_column(UtcDateTime)
    asked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the question was sent, where it was sent by mail."""

    __table_args__ = (Index(None, "reservation_id"),)
