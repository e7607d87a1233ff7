"""Table of the sessions in which a household sees its reservation."""

from datetime import datetime

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime


class HouseholdSession(Base):
    """One browser that may see and change one reservation for a while. The cookie is stored as its hash."""

    __tablename__ = "household_sessions"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    token_sha256: Mapped[str] = mapped_column(String(64), unique=True)
    reservation_id: Mapped[int] = mapped_column(ForeignKey("reservations.id"))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    expires_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (Index(None, "reservation_id"), Index(None, "expires_at"))
