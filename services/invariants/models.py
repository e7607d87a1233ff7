"""Table of the results of each check."""

from datetime import datetime

from sqlalchemy import JSON, Index, Integer, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime


class InvariantResult(Base):
    """What one check found in one run."""

    __tablename__ = "invariant_results"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(40))
    run_at: Mapped[datetime] = mapped_column(UtcDateTime)
    """When the run began: the same for all of its checks."""
    duration_ms: Mapped[int] = mapped_column(Integer)
    violations: Mapped[int] = mapped_column(Integer)
    """How many rows break it; 0: it holds."""
    examples: Mapped[list[str]] = mapped_column(JSON)
    """Up to 20 of them, by number: never a name or an address."""

    __table_args__ = (Index(None, "name", "id"), Index(None, "run_at"))
