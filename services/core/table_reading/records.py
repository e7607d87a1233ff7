"""Records of a text of tables, as programs write them: delimiter, quotation marks, line ends. Pure.

Cell contents are never evaluated: `=HYPERLINK(…)` is a text.
"""

import csv
import io
import re
from collections import Counter
from dataclasses import dataclass
from typing import Final

from services.core.fields import Refused

DELIMITERS: Final = (";", "\t", ",", "|")
TITLE_ROWS: Final = 10
"""Some programs put so many rows above the header."""
_SEPARATOR_LINE = re.compile(r"sep=([;\t,|])\r?\n", re.IGNORECASE)
_SNIFFED_LINES: Final = 40


@dataclass(frozen=True, slots=True)
class Record:
    """The cells of one row, trimmed, and the line of the file it begins in, counted from 1."""

    line: int
    cells: list[str]


@dataclass(frozen=True, slots=True)
class TableText:
    """A text without its byte order mark. `separator` is named by Excel's own first line, which then is no record."""

    text: str
    separator: str | None

    @classmethod
    def of(cls, text: str) -> "TableText":
        """The text as it came."""
        text = text.removeprefix("\ufeff")
        named = _SEPARATOR_LINE.match(text)
        return cls(text, named[1] if named else None)

    def records(self, delimiter: str, most: int) -> list[Record]:
        """Every row with content; Refused where it is no text, a quotation mark is missing, or there are more than
        `most` and their header.
        """
        found = _records(self.text, delimiter, most)
        return found[1:] if self.separator and found else found


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
