"""CSV in two dialects: one that German Excel opens with a double click, one for programs.

|            | Excel (DE)                                        | plain                            |
|------------|---------------------------------------------------|----------------------------------|
| encoding   | UTF-8 with byte order mark                        | UTF-8                            |
| separator  | `;`, lines end in CR LF                           | `,`, lines end in CR LF          |
| first line | German headings                                   | field names                      |
| codes      | German words                                      | as the API has them              |
| numbers    | `1299,00`, no thousands dots                      | `1299.00`                        |
| shares     | `3,4` below `Quote (%)`                           | `0.034`                          |
| days       | `21.11.2026`                                      | `2026-11-21`                     |
| months     | `11.2026`                                         | `2026-11`                        |
| moments    | `21.11.2026 14:05` in Berlin                      | `2026-11-21T13:05:00.123456Z`    |
| yes and no | `ja`, `nein`                                      | `true`, `false`                  |

No `sep=` line: Excel then ignores the byte order mark, and everything else takes it for data. The number of rows
is given in the file's name or in a second file, since a closing line would be one more row to a program.

**Formula injection.** A text that begins with `= + - @` or their full-width forms, whatever blanks or
invisible characters precede them, or with a tab or a line break, is prefixed with an apostrophe: `'=1+1`. A telephone
number, `+` and nothing but digits and blanks, stays as it is.
A text that already looks escaped is prefixed too (`'=1+1` → `''=1+1`), so that every text can be had back.
Cells of type number stay as they are. Postcodes lose their leading zero when Excel opens a CSV file; the XLSX file
keeps them, and the Parquet file has every text unchanged.
"""

import csv
import io
import re
from collections.abc import Callable, Generator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

from services.core.clock import BERLIN
from services.core.table_files.table import Column, Kind, Table

WriteCell = Callable[[object], str]
_BYTE_ORDER_MARK = "\ufeff"
_BLANKS = r"[\s\x00-\x20\u00ad\u200b-\u200f\u2060-\u2064\ufeff]*"
_PHONE = re.compile(r"\+[0-9][0-9 ]{6,20}")
"""A spreadsheet makes a number of it at most, and a dialler could not read it with an apostrophe."""
_RUNNABLE = re.compile(rf"'*(?:{_BLANKS}[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])")


@dataclass(frozen=True, slots=True)
class Csv:
    """One dialect."""

    delimiter: str
    is_for_people: bool
    media_type: str = "text/csv; charset=utf-8"
    extension: str = "csv"

    def chunks(self, table: Table, folder: Path) -> Generator[bytes]:
        """The file, a batch of rows at a time; nothing is kept on disk."""
        writers = [_writer(column, self.is_for_people) for column in table.columns]
        buffer = io.StringIO(newline="")
        writer = csv.writer(buffer, delimiter=self.delimiter, lineterminator="\r\n")
        if self.is_for_people:
            buffer.write(_BYTE_ORDER_MARK)
        writer.writerow([_heading(column) if self.is_for_people else column.field for column in table.columns])
        for batch in table.cells(in_words=self.is_for_people):
            writer.writerows([write(cell) for write, cell in zip(writers, row, strict=True)] for row in batch)
            yield _taken(buffer)
        yield _taken(buffer)


def _taken(buffer: io.StringIO) -> bytes:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    # A lone half of a surrogate pair cannot be written; it never comes out of PostgreSQL, but could out of SQLite.
    return text.encode("utf-8", "replace")


def disarmed(text: str) -> str:
    """The text, escaped so that no spreadsheet executes it."""
    return f"'{text}" if _RUNNABLE.match(text) and not _PHONE.fullmatch(text) else text


def _heading(column: Column) -> str:
    """With the unit, since a number alone cannot have one: `Kosten (€)`."""
    unit = "%" if column.kind is Kind.PERCENT else column.unit
    return disarmed(f"{column.heading} ({unit})" if unit and unit not in column.heading else column.heading)


def _writer(column: Column, is_for_people: bool) -> WriteCell:
    match column.kind:
        case Kind.MONTH:
            form = "%m.%Y" if is_for_people else "%Y-%m"
            return lambda value: value.strftime(form) if isinstance(value, date) else ""
        case Kind.PERCENT if is_for_people:
            return lambda value: _german(value.scaleb(2) if isinstance(value, Decimal) else value)
        case _:
            return _german if is_for_people else _plain


def _german(value: object) -> str:
    match value:
        case None:
            return ""
        case str():
            return disarmed(value)
        case bool():
            return "ja" if value else "nein"
        case datetime():
            return value.astimezone(BERLIN).strftime("%d.%m.%Y %H:%M")
        case date():
            return value.strftime("%d.%m.%Y")
        case _:
            return _digits(value).replace(".", ",")


def _plain(value: object) -> str:
    match value:
        case None:
            return ""
        case str():
            return disarmed(value)
        case bool():
            return "true" if value else "false"
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
        case date():
            return value.isoformat()
        case _:
            return _digits(value)


def _digits(value: object) -> str:
    return f"{value:f}" if isinstance(value, Decimal) else str(value)  # str() writes a small Decimal as 1E-8


CSV_DE = Csv(";", is_for_people=True)
CSV = Csv(",", is_for_people=False)
