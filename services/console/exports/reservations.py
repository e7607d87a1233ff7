"""The reservation list as an export."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from sqlalchemy.orm import Session

from services.console.exports import reading
from services.console.exports.selection import Selection, for_audit, in_words
from services.console.exports.wish import Opened, file_name, machine_notes, notes_of
from services.core.table_files.formats import FormatName
from services.core.table_files.table import Table
from services.parks.names import park_labels
from services.reservations.desk.masking import refuse_personal_search
from services.reservations.desk.show import Viewer
from services.reservations.listing import pages as lists
from services.reservations.listing.columns import choose, with_park_names
from services.staff.audit import Event
from services.staff.call import Call, Staff


@dataclass(frozen=True, slots=True)
class ReservationsWish:
    """`columns` are names in the column table, already restricted to the role."""

    format: FormatName
    columns: Sequence[str]
    selection: Selection

    def file_name(self, rows: int, now: datetime) -> str:
        return file_name("reservierungen", self.format, rows, now)

    def as_json(self) -> dict[str, Any]:
        return {
            "resource": "reservations",
            "format": self.format.value,
            "columns": list(self.columns),
            "selection": self.selection.as_json(),
        }

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Self:
        """Reverse of `as_json`."""
        return cls(FormatName(kept["format"]), kept["columns"], Selection.from_json(kept["selection"]))

    def check(self, staff: Staff) -> None:
        refuse_personal_search(self.selection.filters, staff.role, self.selection.sort)

    def count(self, session: Session) -> int:
        return lists.exact_count(session, self.selection.filters)

    def opened(self, session: Session, call: Call, staff: Staff) -> Opened:
        park_names = {park: label.name for park, label in park_labels(session).items()}
        columns = with_park_names(choose(self.columns, staff.role), park_names)
        rows = self.count(session)
        batches = reading.batches(session, self.selection, columns, Viewer(staff.role, call.settings.secret_key))
        said = in_words(self.selection, park_names)
        about = notes_of(staff.name, call.now, rows, said)
        table = Table("Reservierungen", columns, batches, "Auswahl", about, machine_notes(call.now, rows, said))
        return Opened(rows, batches, table, self._event(staff, rows))

    def _event(self, staff: Staff, rows: int) -> Event:
        details = {
            "format": self.format.value,
            "rows": rows,
            "columns": list(self.columns),
            **for_audit(self.selection),
        }
        return Event(staff.actor, "export.fetched", "reservations", details)
