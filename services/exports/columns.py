"""A column of the console's own files, where no list or report brings one along."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from dataclasses import field as member
from decimal import Decimal
from typing import Any

from services.core.table_files.table import Kind


@dataclass(frozen=True, slots=True)
class FileColumn:
    """Reads the member or cell of its name; `words` maps codes to labels for people. Money is read in cents."""

    field: str
    heading: str
    kind: Kind = Kind.TEXT
    words: Callable[[Any], object] | None = None
    places: int = 0
    unit: str = ""
    number_format: str = ""
    field_notes: Mapping[str, str] = member(default_factory=dict)

    @property
    def field_kind(self) -> Kind:
        """Of the cells of Parquet, as of all others."""
        return self.kind

    def reader(self, *, in_words: bool) -> Callable[[Any], object]:
        """See `table_files.Column`."""
        if self.kind is Kind.MONEY:
            return lambda cents: Decimal(cents).scaleb(-2)
        return self.words if in_words and self.words else lambda value: value


def money(name: str, heading: str) -> FileColumn:
    """An amount in cents."""
    return FileColumn(name, heading, Kind.MONEY, places=2)
