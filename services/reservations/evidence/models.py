"""Table of evidence: what a household was shown and told at the moment it decided something."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of


class EvidenceMoment(StrEnum):
    """What the household did."""

    RESERVED = "reserved"
    OFFER_ACCEPTED = "offer_accepted"
    """It reserved a place that the waiting list had offered."""
    TAKEN_OVER = "taken_over"
    """It took the place of another household over."""
    SHARE_CHANGED = "share_changed"
    """It chose another package or plan."""


class Evidence(Base):
    """One decision of a household. Triggers refuse every change, and deletion while the reservation exists.

    No foreign key: the reservation may be erased, and its evidence after it.
    """

    __tablename__ = "evidence"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    reservation_id: Mapped[int] = mapped_column(BigId)
    moment: Mapped[str] = mapped_column(String(20))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    at_berlin: Mapped[str] = mapped_column(String(80))
    """The same moment in words, by the clock in Berlin."""
    price_book_sha256: Mapped[str] = mapped_column(String(64))
    """The price book that the figures come from, among the kept texts."""
    texts: Mapped[list[dict[str, str]]] = mapped_column(JSON)
    """Kind, version and fingerprint of each text that was shown; a change of the share confirms none."""
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    """Place, choice and the binding figures as the server computed them, by the names of the reservation's columns."""
    client_figures: Mapped[dict[str, Any]] = mapped_column(JSON)
    """What the browser had computed and shown, as it sent it."""
    sha256: Mapped[str] = mapped_column(String(64))
    """Of all of the above, see `keep.py`; it stands in the audit log too."""

    __table_args__ = (
        CheckConstraint(one_of("moment", EvidenceMoment), name="moment"),
        Index(None, "reservation_id", "id"),
        Index(None, "price_book_sha256"),
    )
