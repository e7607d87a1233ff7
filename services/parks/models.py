"""Tables of the parks and their spots."""

from datetime import date, datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, CheckConstraint, Date, ForeignKey, Index, Integer, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of
from services.core.personal_data import INTEREST, About, Effect, about_nobody, personal


class ParkStatus(StrEnum):
    """The customer's names for the stages of a park."""

    PLANNING = "Planung"
    CONSTRUCTION = "Bauphase"
    LIVE = "Live"


class SpotState(StrEnum):
    """`held` waits for an answer, `blocked` is withheld by staff."""

    FREE = "free"
    RESERVED = "reserved"
    HELD = "held"
    BLOCKED = "blocked"


class HoldReason(StrEnum):
    """Why a spot is held: for the undo of a cancellation, or for an offer."""

    UNDO = "undo"
    OFFER = "offer"


IS_FREE = text(f"state = '{SpotState.FREE}'")
"""SQL condition. As text, since a database uses the index of free spots only where it reads the same literal."""

IS_HELD = text(f"state = '{SpotState.HELD}'")


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
    spot_limit: Mapped[int] = mapped_column(Integer, server_default="0")
    """Numbers beyond it are not given, although their rows may exist: a limit can be lowered and raised again."""
    kwh_limit: Mapped[int | None] = mapped_column(Integer)
    """How many kWh a year may be given away in all; None: no such limit."""
    kwh_taken: Mapped[int] = mapped_column(Integer, server_default="0")
    """The kWh of every spot that is not free to take, kept by `allocation.py` in the same transaction."""
    version: Mapped[int] = mapped_column(Integer, server_default="1")
    paused_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Since when reservations are paused here; None: they are open."""
    progress_note: Mapped[str] = mapped_column(String(400), server_default=text("''"))
    """Progress and next steps, as announced to households; empty: no note."""
    progress_on: Mapped[date | None] = mapped_column(Date)
    """The day for which the note holds."""
    cancelled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When the park was cancelled for good: its limit of spots is 0 since then."""
    burst_since: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Start of the present burst, in which addresses must be confirmed within hours; None: there is none."""
    waiting: Mapped[int] = mapped_column(Integer, server_default="0")
    """How many households of the waiting list can be offered a place. While there are any, what becomes free is
    theirs."""
    waiting_length: Mapped[int] = mapped_column(Integer, server_default="0")
    """Length of the waiting list, including entries with an unconfirmed address or an open offer."""
    confirmed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When staff confirmed that it will be built; None: that is open."""
    connected_on: Mapped[date | None] = mapped_column(Date)
    """The day of its grid connection; None: that is to come."""

    __table_args__ = (CheckConstraint(one_of("status", ParkStatus), name="status"),)
    __privacy__ = about_nobody(
        "id name location capacity_kw households status timeline invest_minimum_cents spot_limit kwh_limit "
        "kwh_taken version paused_at progress_note progress_on cancelled_at burst_since waiting "
        "waiting_length confirmed_at connected_on"
    )


class ParkChange(Base):
    """One change of a park by staff: who, when, before and after."""

    __tablename__ = "park_changes"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    park_id: Mapped[str] = mapped_column(ForeignKey("parks.id"))
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    actor: Mapped[str] = mapped_column(String(80))
    action: Mapped[str] = mapped_column(String(40))
    """`edited`, `spots_blocked`, `spots_released`, `paused`, `resumed`, `cancelled`, `confirmed`,
    `confirmation_taken_back`."""
    before: Mapped[dict[str, Any]] = mapped_column(JSON)
    after: Mapped[dict[str, Any]] = mapped_column(JSON)
    reason: Mapped[str] = mapped_column(String(500), info=personal("Grund in Worten des Teams", Effect.REDACT))

    __table_args__ = (Index(None, "park_id", "id"),)
    __privacy__ = About(
        "Änderungen der Parks",
        purpose="Nachweis, wer einen Park geändert hat und warum.",
        basis=INTEREST,
        rule="remarks",
        dated_by="at",
        nobody="id park_id at actor action before after",
    )


class Spot(Base):
    """One place of a park. Only `parks/allocation.py` changes its state."""

    __tablename__ = "spots"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    park_id: Mapped[str] = mapped_column(ForeignKey("parks.id"))
    number: Mapped[int] = mapped_column(Integer)
    state: Mapped[str] = mapped_column(String(20))
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)
    held_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """When a held spot becomes free again by itself."""
    reason: Mapped[str | None] = mapped_column(String(500), info=personal("Grund in Worten des Teams", Effect.REDACT))
    """Why staff withhold a blocked spot."""
    held_for: Mapped[str | None] = mapped_column(String(20))
    held_kwh: Mapped[int | None] = mapped_column(Integer)
    """The kWh a year kept for a spot held for an offer."""
    held_reservation_id: Mapped[int | None] = mapped_column(BigId)
    """Whose it is again when the undo comes, while the spot is held for one. No foreign key: parks know no households.
    None also where a server from before this column held it; then it is the latest reservation of the spot."""

    __table_args__ = (
        UniqueConstraint("park_id", "number"),
        CheckConstraint(one_of("state", SpotState), name="state"),
        CheckConstraint("number > 0", name="number"),
        CheckConstraint(f"held_for IS NULL OR {one_of('held_for', HoldReason)}", name="held_for"),
        Index(
            "ix_spots_free",
            "park_id",
            "number",
            postgresql_where=IS_FREE,
            sqlite_where=IS_FREE,
        ),
        Index("ix_spots_held_until", "held_until", postgresql_where=IS_HELD, sqlite_where=IS_HELD),
    )
    __privacy__ = About(
        "Plätze",
        purpose="Warum ein Platz nicht vergeben wird.",
        basis=INTEREST,
        rule="remarks",
        dated_by="changed_at",
        nobody="id park_id number state changed_at held_until held_for held_kwh held_reservation_id",
    )
