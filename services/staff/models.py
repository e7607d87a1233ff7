"""Tables of the staff side: for now, the audit log."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db import Base, BigId, UtcDateTime


class AuditEntry(Base):
    """One thing that happened. Triggers refuse UPDATE and DELETE; each row's hash covers the row before."""

    __tablename__ = "audit_entries"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    actor: Mapped[str] = mapped_column(String(80))
    """`household`, `system`, or `staff:<id>`: never a name."""
    action: Mapped[str] = mapped_column(String(80))
    subject: Mapped[str] = mapped_column(String(80))
    """What it happened to, `reservation:17`."""
    details: Mapped[dict[str, Any]] = mapped_column(JSON)
    """Facts without personal data: the log outlives an erasure."""
    previous_hash: Mapped[str] = mapped_column(String(64), unique=True)
    hash: Mapped[str] = mapped_column(String(64), unique=True)

    __table_args__ = (Index(None, "subject"),)
