"""Table of one-time download links."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime


class ExportLink(Base):
    """A file that can be fetched once. The row is deleted at the fetch or at the end of the session."""

    __tablename__ = "export_links"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    session_id: Mapped[int] = mapped_column(BigId, ForeignKey("staff_sessions.id", ondelete="CASCADE"))
    role: Mapped[str] = mapped_column(String(20))
    """The role for which the columns were chosen."""
    wish: Mapped[dict[str, Any]] = mapped_column(JSON)
    """Format, columns, filters and order. May contain a name that was searched for, but exists only for minutes."""
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (Index(None, "session_id"), Index(None, "expires_at"))
