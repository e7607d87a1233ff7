"""What somebody wants to take away: which rows, which columns, in which format."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Self

from services.console.exports.selection import Selection
from services.core.clock import BERLIN
from services.core.table_files.formats import FORMATS, FormatName

_DIALECTS = {FormatName.CSV_DE: "-de", FormatName.CSV: "-int"}
"""What tells two files of the same ending apart."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A file that is to be made. `columns` are names of the table of columns, already chosen for the role."""

    format: FormatName
    columns: Sequence[str]
    selection: Selection

    def file_name(self, rows: int, now: datetime) -> str:
        """`reservierungen-2026-11-21-316-zeilen-de.csv`: with the day in Berlin, and how many rows are in it."""
        lines = f"{rows}-{'zeile' if rows == 1 else 'zeilen'}{_DIALECTS.get(self.format, '')}"
        return f"reservierungen-{now.astimezone(BERLIN):%Y-%m-%d}-{lines}.{FORMATS[self.format].extension}"

    def as_json(self) -> dict[str, Any]:
        """As the link's row keeps it."""
        return {"format": self.format.value, "columns": list(self.columns), "selection": self.selection.as_json()}

    @classmethod
    def from_json(cls, kept: dict[str, Any]) -> Self:
        """The way back from `as_json`."""
        return cls(FormatName(kept["format"]), kept["columns"], Selection.from_json(kept["selection"]))
