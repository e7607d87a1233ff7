"""Who has read a metric's definition and found it right."""

from datetime import datetime

from sqlalchemy import CheckConstraint, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime


class MetricCheck(Base):
    """A confirmation of one version of a definition. It holds while the definition has this fingerprint; the newest row
    of a metric counts, and earlier ones stay.
    """

    __tablename__ = "metric_checks"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    metric: Mapped[str] = mapped_column(String(80))
    """Its key in the catalogue."""
    version: Mapped[int] = mapped_column(Integer)
    fingerprint: Mapped[str] = mapped_column(String(16))
    checked_at: Mapped[datetime] = mapped_column(UtcDateTime)
    checked_by: Mapped[str] = mapped_column(String(80))

    __table_args__ = (
        CheckConstraint("version > 0", name="version"),
        Index(None, "metric", "id"),
    )
