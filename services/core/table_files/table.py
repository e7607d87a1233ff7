"""Input of every export format: columns, rows in batches, and notes about them."""

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any, ClassVar, Protocol

Row = Sequence[Any]
Note = tuple[str, str | int | date]
"""One line of a file's metadata: label, and a text, number, day or moment."""


class Kind(StrEnum):
    """The type of a column's cells, for every format."""

    TEXT = "text"
    INTEGER = "integer"
    MONEY = "money"
    DECIMAL = "decimal"
    PERCENT = "percent"
    """A fraction of 1, read by people in per cent: 0.034 is 3.4 %."""
    DAY = "day"
    MONTH = "month"
    """Its first day."""
    MOMENT = "moment"
    BOOLEAN = "boolean"


class Column(Protocol):
    """One column: `field` is what programs read, `heading` what people read."""

    @property
    def field(self) -> str: ...
    @property
    def heading(self) -> str: ...
    @property
    def unit(self) -> str:
        """The unit of numbers in formats without currency and per cent signs; often empty."""

    @property
    def kind(self) -> Kind: ...
    @property
    def places(self) -> int:
        """Decimals a cell has at most."""

    @property
    def number_format(self) -> str:
        """How Excel is to show numbers; empty: as the kind is shown."""

    @property
    def field_kind(self) -> Kind:
        """The kind of the cells of Parquet, where it differs."""

    @property
    def field_notes(self) -> Mapping[str, str]:
        """Metadata of the column in Parquet."""

    def reader(self, *, in_words: bool) -> Callable[[Any], object]:
        """Turns a stored value into a cell: text, whole number, Decimal, day, aware moment, boolean or None."""


@dataclass(frozen=True, slots=True)
class FileColumn:
    """A column whose values need no more than labels: `words` maps codes to them. Money is read in cents."""

    field: str
    heading: str
    kind: Kind = Kind.TEXT
    words: Callable[[Any], object] | None = None
    unit: ClassVar[str] = ""
    number_format: ClassVar[str] = ""
    field_notes: ClassVar[Mapping[str, str]] = {}

    @property
    def places(self) -> int:
        return 2 if self.kind is Kind.MONEY else 0

    @property
    def field_kind(self) -> Kind:
        return self.kind

    def reader(self, *, in_words: bool) -> Callable[[Any], object]:
        if self.kind is Kind.MONEY:
            return lambda cents: None if cents is None else Decimal(cents).scaleb(-2)
        return self.words if in_words and self.words else lambda value: value


@dataclass(frozen=True, slots=True)
class Table:
    """Rows to be written once; they are read from their source while they are being written."""

    name: str
    """What the rows are; also the sheet's name."""
    columns: Sequence[Column]
    batches: Generator[Sequence[Row]]
    """Stored values, one per column. Close it if you do not read it to the end."""
    about_name: str
    """Name of the sheet with the notes."""
    about: Sequence[Note]
    notes: Mapping[str, str] = field(default_factory=dict)
    """Metadata of the file in Parquet."""
    at: datetime | None = None
    """Aware; the creation time in the file, so that equal rows give equal files. None: the time of writing."""

    def cells(self, *, in_words: bool) -> Iterator[list[list[object]]]:
        """The batches with values as `Column.reader` makes them."""
        readers = [column.reader(in_words=in_words) for column in self.columns]
        for batch in self.batches:
            yield [[read(value) for read, value in zip(readers, row, strict=True)] for row in batch]
