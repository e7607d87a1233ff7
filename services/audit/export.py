"""Exports the audit log to a file, one row per entry: an operation is followed by its effect on each reservation.

References and names are read at download time, as far as the reader's role may see them; the log itself contains only
ids. Each entry's hash is included, so that a file can be compared with the log later.
"""

import json
from collections.abc import Generator, Sequence
from contextlib import closing
from typing import ClassVar, Literal

from pydantic import Field
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.audit.actions import action_label, area_label, area_of
from services.audit.entries import AuditFilters, entries, reservations_of
from services.audit.subjects import named
from services.core.german import numeric_day
from services.core.inputs import Body
from services.core.table_files.formats import FormatName
from services.core.table_files.table import FileColumn, Kind, Row, Table
from services.reservations.desk.show import Viewer
from services.staff.actor_names import display_names
from services.staff.audit import Event
from services.staff.call import Call, Staff
from services.staff.errors import Forbidden
from services.staff.models import AuditEntry, Role

_BATCH = 1_000


COLUMNS: Sequence[FileColumn] = (
    FileColumn("id", "Eintrag", Kind.INTEGER),
    FileColumn("at", "Zeitpunkt", Kind.MOMENT),
    FileColumn("actor_name", "Wer"),
    FileColumn("actor", "Wer (Kennung)"),
    FileColumn("area", "Bereich", words=lambda name: name and area_label(name)),
    FileColumn("action", "Aktion", words=action_label),
    FileColumn("operation", "Vorgang", Kind.INTEGER),
    FileColumn("subject", "Betrifft (Kennung)"),
    FileColumn("name", "Betrifft"),
    FileColumn("household", "Haushalt"),
    FileColumn("reservations", "Reservierungen", Kind.INTEGER),
    FileColumn("details", "Einzelheiten"),
    FileColumn("hash", "Prüfsumme"),
)


class AuditExportIn(Body):
    """Entries of the log by the filters of its list, the latest first, with the parts of operations."""

    resource: Literal["audit"]
    format: FormatName
    filters: AuditFilters = Field(default_factory=AuditFilters)
    title: ClassVar[str] = "Protokoll"

    def check(self, staff: Staff) -> None:
        """Forbidden for all but the administration."""
        if staff.role is not Role.ADMIN:
            raise Forbidden

    def count(self, session: Session) -> int:
        """How many rows the file has."""
        return session.scalar(select(func.count()).select_from(entries(self.filters).subquery())) or 0

    def table(self, session: Session, call: Call, staff: Staff) -> Table:
        """The rows, read while they are written, and the selection in words."""
        viewer = Viewer(staff.role, call.settings.secret_key)
        batches = _batches(session, self.filters, viewer)
        return Table(self.title, COLUMNS, batches, "Auswahl", _in_words(session, self.filters, viewer))

    def event(self, staff: Staff, rows: int) -> Event:
        """For the log. No filter holds what a person typed: numbers, codes and days."""
        given = self.filters.model_dump(mode="json", by_alias=True, exclude_none=True)
        details = {"format": self.format.value, "rows": rows, "filters": given}
        return Event(staff.actor, "export.fetched", "audit", details)


def _batches(session: Session, filters: AuditFilters, viewer: Viewer) -> Generator[Sequence[Row]]:
    """Latest first. Only one batch is in memory at a time."""
    ordered = entries(filters).order_by(AuditEntry.id.desc()).execution_options(yield_per=_BATCH)
    with closing(session.scalars(ordered)) as found:
        for part in found.partitions(_BATCH):
            yield _rows(session, part, viewer)
            session.expunge_all()


def _rows(session: Session, part: Sequence[AuditEntry], viewer: Viewer) -> Sequence[Row]:
    actors = display_names(session, {entry.actor for entry in part})
    names = named(session, {entry.subject for entry in part}, viewer)
    rows = []
    for entry in part:
        about = names.get(entry.subject)
        # The id shared by an operation and its parts
        kind, _, number = entry.subject.partition(":")
        found = number if kind == "operation" else entry.details.get("operation")
        operation_of = None if found is None else int(found)
        rows.append(
            (
                entry.id,
                entry.at,
                actors[entry.actor],
                entry.actor,
                area_of(entry.action),
                entry.action,
                operation_of,
                entry.subject,
                about.name if about else None,
                about.household if about else None,
                len(reservations_of(entry)) or None,
                json.dumps(entry.details, ensure_ascii=False, sort_keys=True),
                entry.hash,
            )
        )
    return rows


def _in_words(session: Session, filters: AuditFilters, viewer: Viewer) -> list[tuple[str, str]]:
    """The filters in German, as (label, value) pairs."""
    said: list[tuple[str, str]] = []
    if filters.area is not None:
        said.append(("Bereich", area_label(filters.area)))
    if filters.action is not None:
        said.append(("Aktion", action_label(filters.action)))
    if filters.actor is not None:
        said.append(("Wer", display_names(session, [filters.actor])[filters.actor]))
    if filters.subject is not None:
        about = named(session, [filters.subject], viewer).get(filters.subject)
        said.append(("Betrifft", about.name if about else filters.subject))
    if filters.from_ is not None:
        said.append(("Von", numeric_day(filters.from_)))
    if filters.to is not None:
        said.append(("Bis", numeric_day(filters.to)))
    return said or [("Auswahl", "Alle Einträge")]
