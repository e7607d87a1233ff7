"""Table of lists that staff save under a name."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Boolean, ForeignKey, Integer, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime
from services.core.personal_data import INTEREST, About, Effect, personal


class SavedView(Base):
    """Saved filters, sort and columns of a list under a name, for one person or the team."""

    __tablename__ = "saved_views"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    owner_id: Mapped[int] = mapped_column(ForeignKey("staff_accounts.id"))
    resource: Mapped[str] = mapped_column(String(40))
    name: Mapped[str] = mapped_column(String(80), info=personal("Name der Ansicht", Effect.REDACT))
    is_team: Mapped[bool] = mapped_column(Boolean)
    definition: Mapped[dict[str, Any]] = mapped_column(JSON, info=personal("Filter, auch nach Namen", Effect.REDACT))
    """`{filters, sort, order, columns}`, checked when it is saved."""
    version: Mapped[int] = mapped_column(Integer)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    updated_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (UniqueConstraint("owner_id", "resource", "name"),)
    __privacy__ = About(
        "Gespeicherte Ansichten",
        purpose="Eine Liste so wiedersehen, wie jemand sie eingestellt hat.",
        basis=INTEREST,
        rule="remarks",
        dated_by="created_at",
        nobody="id owner_id resource is_team version created_at updated_at",
    )
