"""Table of one-time download links."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime
from services.core.personal_data import INTEREST, About, Effect, personal


class ExportLink(Base):
    """A file that can be fetched once. The row is deleted at the fetch or at the end of the session."""

    __tablename__ = "export_links"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    token_hash: Mapped[str] = mapped_column(
        String(64), unique=True, info=personal("Prüfsumme", Effect.LEGAL_HOLD, is_exported=False)
    )
    session_id: Mapped[int] = mapped_column(BigId, ForeignKey("staff_sessions.id", ondelete="CASCADE"))
    role: Mapped[str] = mapped_column(String(20))
    """The role for which the columns were chosen."""
    wish: Mapped[dict[str, Any]] = mapped_column(JSON, info=personal("Auswahl, auch nach Namen", Effect.REDACT))
    """Format, columns, filters and order. May contain a name that was searched for, but exists only for minutes."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime, info=personal("Angefordert am", Effect.LEGAL_HOLD))
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (Index(None, "session_id"), Index(None, "expires_at"))
    __privacy__ = About(
        "Links zum Herunterladen",
        purpose="Eine Datei wird einmal abgeholt.",
        basis=INTEREST,
        rule="sessions",
        dated_by="created_at",
        nobody="id session_id role expires_at",
    )
