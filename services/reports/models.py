"""Tables of reports: saved segments and kept runs."""

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, BigInteger, Boolean, CheckConstraint, Index, Integer, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from services.core.db.db import Base, BigId, UtcDateTime, one_of
from services.core.personal_data import INTEREST, About, Effect, personal

LIVE = text("removed_at IS NULL")
"""SQL condition: the segment or run has not been removed."""
UNSETTLED = text("schedule_id IS NOT NULL AND settled_at IS NULL")
"""SQL condition: a scheduled run that is not settled yet."""
UNDELIVERED = text("state = 'delivery_failed'")
"""SQL condition: delivery failed for at least one recipient. Worded like its partial index, or it is not used."""


class RunTrigger(StrEnum):
    """What started a run."""

    KEPT = "kept"
    """A member of staff kept a result."""
    SCHEDULED = "scheduled"


class RunState(StrEnum):
    """State of a run. Generated is not delivered: a run without recipients stays `generated`."""

    RUNNING = "running"
    GENERATED = "generated"
    DELIVERED = "delivered"
    FAILED = "failed"
    DELIVERY_FAILED = "delivery_failed"


class ReportSegment(Base):
    """A named set of report filters, shared by everyone who reads reports."""

    __tablename__ = "report_segments"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    name: Mapped[str] = mapped_column(String(80), info=personal("Name des Filters", Effect.REDACT))
    name_key: Mapped[str] = mapped_column(String(240), info=personal("Name zum Vergleichen", Effect.REDACT))
    """Case-folded name; unique among live segments."""
    filters: Mapped[dict[str, list[str]]] = mapped_column(
        JSON, info=personal("Werte, nach denen gefiltert wird", Effect.REDACT)
    )
    """`{"only_utm_source": ["google", ""]}`: canonical values, empty text for "none given"."""
    version: Mapped[int] = mapped_column(Integer)
    """Incremented by every change; a save with an older version is refused."""
    created_by: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)

    __table_args__ = (
        Index("uq_report_segments_live", "name_key", unique=True, postgresql_where=LIVE, sqlite_where=LIVE),
    )
    __privacy__ = About(
        "Gespeicherte Filter der Berichte",
        purpose="Dieselbe Auswahl in mehreren Berichten.",
        basis=INTEREST,
        rule="remarks",
        dated_by="created_at",
        nobody="id version created_by created_at changed_at removed_at",
    )


class ReportRun(Base):
    """A run of a report with a kept result: parameters, data basis, SQL version and result file.

    Parameters and results contain no personal data. `label` and `removal_reason` are free text of staff.
    """

    __tablename__ = "report_runs"

    id: Mapped[int] = mapped_column(BigId, primary_key=True)
    report: Mapped[str] = mapped_column(String(40))
    """The name of the definition in `analytics/reports/`."""
    parameters: Mapped[dict[str, Any]] = mapped_column(
        JSON, info=personal("Werte, mit denen gerechnet wurde", Effect.REDACT)
    )
    """Resolved parameters by their names in HTTP: days are absolute, defaults are filled in."""
    trigger: Mapped[str] = mapped_column(String(20))
    state: Mapped[str] = mapped_column(String(20))
    label: Mapped[str] = mapped_column(String(120), info=personal("Beschriftung", Effect.REDACT))
    created_by: Mapped[str] = mapped_column(String(80))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    started_at: Mapped[datetime] = mapped_column(UtcDateTime)
    finished_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    stand: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    """Data basis (timestamp, row counts) and high-water marks for finding later changes."""
    sql_version: Mapped[str | None] = mapped_column(String(64))
    """SHA-256 over `sql_parts`."""
    sql_parts: Mapped[dict[str, str] | None] = mapped_column(JSON)
    """SHA-256 of each definition, model and macro file the run used, by name."""
    result_path: Mapped[str | None] = mapped_column(String(200))
    """Relative to the data folder; the file never changes."""
    bytes: Mapped[int | None] = mapped_column(BigInteger)
    sha256: Mapped[str | None] = mapped_column(String(64))
    rows: Mapped[int | None] = mapped_column(BigInteger)
    """Of all tables of the result."""
    expires_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """None: kept until it is removed by hand."""
    removed_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    removed_by: Mapped[str | None] = mapped_column(String(80))
    removal_reason: Mapped[str] = mapped_column(
        String(500), server_default=text("''"), info=personal("Grund des Löschens", Effect.REDACT)
    )
    schedule_id: Mapped[int | None] = mapped_column(BigId)
    """The schedule it was run for. Runs kept by hand have none; a test run has one, but no slot."""
    scheduled_for: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Its slot; for a run requested by hand, the time of the request."""
    is_test: Mapped[bool] = mapped_column(Boolean, server_default=text("false"))
    """Delivered only to the person who requested it."""
    attempts: Mapped[int] = mapped_column(Integer, server_default=text("1"))
    """How often it was begun, 0 while a requested run waits. A worker with an older number cannot write its result."""
    error: Mapped[str | None] = mapped_column(String(300))
    """Why it failed, in German."""
    note: Mapped[str | None] = mapped_column(String(300))
    """Note on its state, in German: that it came late, or why it was not sent to anyone."""
    settled_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """Since when nothing more happens to it automatically. Scheduled runs only."""
    waits_until: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """It is due and waits for data, at the latest until then; None: it does not wait."""
    waits_for: Mapped[str | None] = mapped_column(String(300))
    """What it waits for, in German: „die Übernahme der Besuche und Kosten von Meta“."""
    due_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    """The slot whose period it has, if it was repeated."""
    pack_of: Mapped[int | None] = mapped_column(BigId)
    """Until 2026 one mail could bring several reports: the run that has its deliveries, and files of all of them."""

    __table_args__ = (
        UniqueConstraint("result_path"),
        CheckConstraint(one_of("trigger", RunTrigger), name="trigger"),
        CheckConstraint(one_of("state", RunState), name="state"),
        Index("ix_report_runs_live", "report", "id", postgresql_where=LIVE, sqlite_where=LIVE),
        Index("uq_report_runs_slot", "schedule_id", "scheduled_for", unique=True),
        Index(None, "pack_of"),
        Index("ix_report_runs_undelivered", "settled_at", postgresql_where=UNDELIVERED, sqlite_where=UNDELIVERED),
        Index("ix_report_runs_unsettled", "id", postgresql_where=UNSETTLED, sqlite_where=UNSETTLED),
    )
    __privacy__ = About(
        "Aufbewahrte Berichte",
        purpose="Zahlen, auf die sich jemand beruft, bleiben nachlesbar.",
        basis=INTEREST,
        rule="remarks",
        dated_by="created_at",
        nobody="id report trigger state created_by created_at started_at finished_at stand sql_version sql_parts "
        "result_path bytes sha256 rows expires_at removed_at removed_by schedule_id scheduled_for is_test "
        "attempts error note due_at settled_at waits_until waits_for pack_of",
    )

    @property
    def slot(self) -> datetime:
        """The slot whose period it has: of a repeated run, the original one."""
        return self.due_at or self.scheduled_for or self.created_at

    def add_note(self, words: str | None) -> None:
        self.note = " ".join(filter(None, (self.note, words)))[:300] or None
