"""Tables of the parks and their spots."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import CheckConstraint, ForeignKey, Index, Integer, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db import Base, BigId, UtcDateTime


class ParkStatus(StrEnum):
    """How far a park is, in the customer's words."""

    PLANNING = "Planung"
    CONSTRUCTION = "Bauphase"
    LIVE = "Live"


class SpotState(StrEnum):
    """What a spot is right now. `held` waits for an answer, `blocked` is withheld by staff."""

    FREE = "free"
    RESERVED = "reserved"
    HELD = "held"
    BLOCKED = "blocked"


IS_FREE = text(f"state = '{SpotState.FREE}'")
"""SQL condition. As text, since a database uses the index of free spots only where it reads the same literal."""


def one_of(column: str, kind: type[StrEnum]) -> str:
    """The SQL condition that a text column holds a value of an enumeration."""
    return f"{column} IN ({', '.join(repr(member.value) for member in kind)})"


class Park(Base):
    """A solar park. `households` is the project's own figure and not the number of spots."""

    __tablename__ = "parks"

    id: Mapped[str] = mapped_column(String(40), primary_key=True)
    name: Mapped[str] = mapped_column(String(80))
    location: Mapped[str] = mapped_column(String(80))
    capacity_kw: Mapped[int] = mapped_column(Integer)
    households: Mapped[int] = mapped_column(Integer)
    status: Mapped[str] = mapped_column(String(20))
    timeline: Mapped[str] = mapped_column(String(40))
    invest_minimum_cents: Mapped[int] = mapped_column(Integer)

    __table_args__ = (CheckConstraint(one_of("status", ParkStatus), name="status"),)


class Spot(Base):
    """One place of a park. Only `parks/allocation.py` changes its state."""

    __tablename__ = "spots"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    park_id: Mapped[str] = mapped_column(ForeignKey("parks.id"))
    number: Mapped[int] = mapped_column(Integer)
    state: Mapped[str] = mapped_column(String(20))
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)

    __table_args__ = (
        UniqueConstraint("park_id", "number"),
        CheckConstraint(one_of("state", SpotState), name="state"),
        CheckConstraint("number > 0", name="number"),
        Index(
            "ix_spots_free",
            "park_id",
            "number",
            postgresql_where=IS_FREE,
            sqlite_where=IS_FREE,
        ),
    )
