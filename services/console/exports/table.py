"""What every format is given: columns, rows in batches, and what there is to say about them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from services.console.exports.columns import Column

Row = Sequence[Any]


@dataclass(frozen=True, slots=True)
class About:
    """What a file tells of itself."""

    rows: int
    """How many there are in the snapshot the file is made from: exactly those it holds."""
    selection: Sequence[tuple[str, str]]
    """The filters and the order in words, (what, value)."""
    made_by: str
    made_at: datetime


@dataclass(frozen=True, slots=True)
class Table:
    """Rows to be written once, read from the database while they are being written."""

    columns: Sequence[Column]
    batches: Iterator[Sequence[Row]]
    """Values as stored, one for each column."""
    about: About

    def cells(self, *, in_words: bool) -> Iterator[list[list[object]]]:
        """The batches with values as `Column.reader` makes them."""
        readers = [column.reader(in_words=in_words) for column in self.columns]
        for batch in self.batches:
            yield [[read(value) for read, value in zip(readers, row, strict=True)] for row in batch]
