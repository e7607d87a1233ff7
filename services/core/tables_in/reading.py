"""The text of a table, cut into rows: delimiter, titles, header. Pure.

Cell contents are never evaluated: `=HYPERLINK(…)` is a text.

`csv` in its strict form, not pandas, which reads the workbooks (`workbook.py`). Where a quotation mark is missing, the
fast parser of pandas takes the rows up to the next one for a single cell, and their costs are gone without a word. Its
slow one is `csv` itself, without the line that a refusal names, and wants to know the longest row beforehand. Either
would add 106 MB to the server, or a second to each check of a file.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import eq
from typing import Any, Final

from services.core.fields import Refused

DELIMITERS: Final = (";", "\t", ",", "|")
TITLE_ROWS: Final = 10
"""Some programs put so many rows above the header."""
_SEPARATOR_LINE = re.compile(r"sep=([;\t,|])\r?\n", re.IGNORECASE)
_SNIFFED_LINES: Final = 40
LOOKED_AT: Final = 200
"""Rows sampled for guessing."""


@dataclass(frozen=True, slots=True)
class Record:
    """The cells of one row, trimmed, and the line of the file it begins in, counted from 1."""

    line: int
    cells: list[str]


@dataclass(frozen=True, slots=True)
class Columns:
    """What an importer knows of its columns. `header_place`: which of the first rows is the header, if one is;
    `is_row`: whether the first row is one of values; `is_full`: whether cells are a header that nothing lacks.
    """

    header_place: Callable[[Sequence[Sequence[str]]], int | None]
    is_row: Callable[[Sequence[Record]], bool]
    is_full: Callable[[Sequence[str]], bool] = lambda _cells: False


@dataclass(frozen=True, slots=True)
class Table:
    """The rows of a file, and what stands above them. `width`: cells of its longest row."""

    delimiter: str
    titles: Sequence[str]
    header: Record | None
    body: Sequence[Record]
    width: int

    @property
    def names(self) -> list[str]:
        return self.header.cells if self.header else []

    @property
    def columns(self) -> list[str]:
        """A name for each column, `Spalte 3` where the header has none."""
        return [*self.names, *(f"Spalte {number}" for number in range(len(self.names) + 1, self.width + 1))]

    @property
    def sample(self) -> list[list[str]]:
        """Rows to guess from."""
        return [record.cells for record in self.body[:LOOKED_AT]]

    def cells(self, place: int) -> list[str]:
        """A column, with empty cells where rows are shorter."""
        return [cell_at(record.cells, place) for record in self.body]


def cell_at(cells: Sequence[str], place: int | None) -> str:
    """The cell, empty where the row is shorter."""
    return cells[place] if place is not None and 0 <= place < len(cells) else ""


def read_table(text: str, given: Mapping[str, Any], columns: Columns, most: int) -> Table:
    """Read the text; `delimiter` and `has_header` of `given` override guesses. Refused where it is no text, a quotation
    mark is missing, or there are more than `most` rows.
    """
    text = text.removeprefix("\ufeff")
    separator = _SEPARATOR_LINE.match(text)  # Excel's own first line, which then is no record
    delimiter = given.get("delimiter") or (separator[1] if separator else _delimiter(text, columns))
    records = _records(text, delimiter, most)[1 if separator else 0 :]
    place = _header_place(records, given.get("has_header"), columns)
    header, above = (None, 0) if place is None else (records[place], place)
    body = records if place is None else records[place + 1 :]
    titles = [" ".join(record.cells) for record in records[:above]]
    return Table(delimiter, titles, header, body, max((len(record.cells) for record in records), default=0))


def _header_place(records: Sequence[Record], has_header: bool | None, columns: Columns) -> int | None:
    if has_header is False or not records:
        return None
    place = columns.header_place([record.cells for record in records[:TITLE_ROWS]])
    if place is None and has_header is None and columns.is_row(records):
        return None
    return place or 0


def _delimiter(text: str, columns: Columns) -> str:
    """The only delimiter that shows a full header; else the one that splits the lines best. The titles above a header
    may hold more commas than a short file has rows.
    """
    head = "\n".join(text.splitlines()[: 2 * TITLE_ROWS])
    fitting = [delimiter for delimiter in DELIMITERS if _shows_header(head, delimiter, columns)]
    return fitting[0] if len(fitting) == 1 else sniff_delimiter(text)


def _shows_header(head: str, delimiter: str, columns: Columns) -> bool:
    try:
        return any(columns.is_full(record.cells) for record in _records(head, delimiter, len(head)))
    except Refused:
        return False


def places_by_name(
    header: Sequence[str],
    known: Mapping[str, Sequence[str]],
    begins: Callable[[str, str], bool] = lambda name, spelling: name.startswith(f"{spelling} "),
) -> dict[str, int]:
    """Columns by their plain names: exact spellings before names that begin with one; each column once."""
    found: dict[str, int] = {}
    for is_alike in (eq, begins):
        for field, spellings in known.items():
            free = (
                place
                for spelling in spellings
                for place, name in enumerate(header)
                if place not in found.values() and is_alike(name, spelling)
            )
            if field not in found and (place := next(free, None)) is not None:
                found[field] = place
    return found


def sniff_delimiter(text: str) -> str:
    """The delimiter that splits the first lines into the most columns, the same number in each."""
    head = "".join(text.splitlines(keepends=True)[:_SNIFFED_LINES])

    def score(delimiter: str) -> tuple[bool, bool, float, int]:
        widths: Counter[int] = Counter()
        is_whole = True
        reader = csv.reader(io.StringIO(head, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
        try:
            widths.update(len(cells) for cells in reader if cells)
        except csv.Error as error:
            # A cell that goes on behind the lines looked at is no fault; a quotation mark within a cell is one.
            is_whole = "unexpected end" in str(error)
        width, rows = max(widths.items(), key=lambda item: (item[1], item[0]), default=(0, 0))
        return is_whole, width >= 3, rows / max(1, widths.total()), width

    return max(DELIMITERS, key=score)


def _records(text: str, delimiter: str, most: int) -> list[Record]:
    if "\x00" in text:
        raise Refused("unreadable", "Diese Datei ist keine Textdatei. Bitte speichern Sie sie als CSV.")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
    records, line = [], 1
    try:
        for cells in reader:
            if any(cell.strip() for cell in cells):
                records.append(Record(line, [cell.strip() for cell in cells]))
                if len(records) > most + TITLE_ROWS:
                    raise Refused("too_many_rows", f"Bitte höchstens {most // 1000}.000 Zeilen je Datei.")
            line = reader.line_num + 1
    except csv.Error:
        message = f"Die Datei ist ab Zeile {line} nicht lesbar: Vermutlich fehlt ein Anführungszeichen."
        raise Refused("unreadable", message) from None
    return records
