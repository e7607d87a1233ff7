"""Tables of imported lists: the list itself, and its rows until they are entered."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, Boolean, CheckConstraint, ForeignKey, Index, Integer, String, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of
from services.core.personal_data import CONTRACT, INTEREST, About, Effect, personal


class ImportState(StrEnum):
    """The state of an import."""

    RUNNING = "running"
    """Rows wait to be entered by the job; with a `problem`, until staff have it go on."""
    DONE = "done"
    UNDONE = "undone"


STANDS = text("reservation_id IS NOT NULL AND taken_back_at IS NULL")
"""SQL condition: the row is entered."""
WAITS = text("entry IS NOT NULL")
"""SQL condition: the row is still to be entered."""


class ReservationImport(Base):
    """One imported list. `rows` were to be entered; what the plan left out or refused has no row here."""

    __tablename__ = "reservation_imports"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    file_name: Mapped[str] = mapped_column(String(200), info=personal("Name der Datei", Effect.REDACT))
    sha256: Mapped[str] = mapped_column(String(64))
    header_key: Mapped[str] = mapped_column(String(64))
    """What lists with the same header share; empty without one."""
    mapping: Mapped[dict[str, Any]] = mapped_column(JSON)
    """How its columns were read: for the next list with this header."""
    park_id: Mapped[str] = mapped_column(String(40))
    statement: Mapped[str] = mapped_column(
        String(300), info=personal("Wo die Einwilligungen liegen, in Worten des Teams", Effect.REDACT)
    )
    """Where the consents are kept, in words of staff; empty: a column says it."""
    is_told: Mapped[bool] = mapped_column(Boolean)
    """Whether mails or letters confirm the reservations."""
    state: Mapped[str] = mapped_column(String(10))
    rows: Mapped[int] = mapped_column(Integer)
    refused: Mapped[int] = mapped_column(Integer)
    """Rows that the plan refused."""
    left_out: Mapped[int] = mapped_column(Integer)
    """Rows of households that were known already."""
    at: Mapped[datetime] = mapped_column(UtcDateTime)
    actor: Mapped[str] = mapped_column(String(80))
    undone_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    undone_by: Mapped[str | None] = mapped_column(String(80))
    problem: Mapped[str | None] = mapped_column(String(300))
    """Why a running import does not go on by itself: a sentence of ours, without anybody's data."""

    __table_args__ = (
        CheckConstraint(one_of("state", ImportState), name="state"),
        Index(None, "header_key"),
        Index(None, "sha256"),
    )
    __privacy__ = About(
        "Eingelesene Listen",
        purpose="Nachweis, woher Reservierungen kamen, und Rücknahme.",
        basis=INTEREST,
        rule="remarks",
        dated_by="at",
        nobody="id sha256 header_key mapping park_id is_told state problem rows refused left_out at actor "
        "undone_at undone_by",
    )


class ImportRow(Base):
    """One row of a list that was to be entered. Entered or refused, it keeps none of what the list said."""

    __tablename__ = "reservation_import_rows"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    import_id: Mapped[int] = mapped_column(ForeignKey("reservation_imports.id"))
    line: Mapped[int] = mapped_column(Integer)
    """Of the file, counted from 1."""
    sha256: Mapped[str] = mapped_column(String(64))
    """Of the file; with the line what makes a row enter once."""
    planned_spot: Mapped[int] = mapped_column(Integer)
    entry: Mapped[dict[str, Any] | None] = mapped_column(
        JSON(none_as_null=True), info=personal("Angaben aus der Liste", Effect.REDACT, is_exported=False)
    )
    """What is to be entered; null as soon as it is, or was refused."""
    reservation_id: Mapped[int | None] = mapped_column(BigId)
    """No foreign key, as of `merged_into_id`."""
    spot_number: Mapped[int | None] = mapped_column(Integer)
    entered_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    problem: Mapped[str | None] = mapped_column(String(300))
    """Why it was refused when its turn came: a sentence of ours, without anybody's data."""
    taken_back_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (
        Index(None, "import_id", "line", unique=True),
        Index("ix_reservation_import_rows_waiting", "import_id", "id", postgresql_where=WAITS, sqlite_where=WAITS),
        Index(
            "uq_reservation_import_rows_entered",
            "sha256",
            "line",
            unique=True,
            postgresql_where=STANDS,
            sqlite_where=STANDS,
        ),
        Index(None, "reservation_id"),
    )
    __privacy__ = About(
        "Zeilen einer Liste, bis sie eingetragen sind",
        purpose="Eine Liste zu Ende eintragen, auch wenn es unterbrochen wurde.",
        basis=CONTRACT,
        rule="lists",
        nobody="id import_id line sha256 planned_spot reservation_id spot_number entered_at problem taken_back_at",
    )
