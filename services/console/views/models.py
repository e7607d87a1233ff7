"""Table of saved views."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKey, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime


class SavedView(Base):
    """Saved filters, sort and columns of a list under a name, for one person or the team."""

    __tablename__ = "saved_views"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("staff_accounts.id"))
    resource: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(80))
    is_team: Mapped[bool] = mapped_column(Boolean)
    definition: Mapped[dict[str, Any]] = mapped_column(JSON)
    """`{filters, sort, order, columns}`, checked when it is saved."""
    version: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (UniqueConstraint("owner_id", "resource", "name"),)
