"""Excel workbook export: real numbers, dates and booleans, and no formulas.

Every text is written as a text cell, so `=HYPERLINK(…)` stays text and is not a formula; addresses do not become
links. Moments are Excel dates in Berlin time. Rows go to disk as they come (`constant_memory`); the workbook is
finished in a file without a name, which disappears with its last reader, however that ends.
"""

import re
import tempfile
from collections.abc import Callable, Generator, Iterable, Sequence
from datetime import UTC, date, datetime
from itertools import count
from pathlib import Path
from typing import IO, Any, Final

from services.core.clock import BERLIN
from services.core.table_files.table import Column, Kind, Table

MOST_ROWS = 1_048_575
"""Rows of one sheet below its header. Further rows go to further sheets."""
_LONGEST_TEXT = 32_767
_LONGEST_NAME = 27
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\\s]+")
_CUT_MARK = " … (gekürzt, Excel fasst nicht mehr)"
_CHUNK = 256 * 1024
_FORMATS: Final = {
    Kind.MONEY: '#,##0.00 "€"',
    Kind.PERCENT: "0.0 %",
    Kind.DAY: "dd.mm.yyyy",
    Kind.MONTH: "mm.yyyy",
    Kind.MOMENT: "dd.mm.yyyy hh:mm",
}
_WIDTHS: Final = {Kind.TEXT: 20, Kind.MONEY: 14, Kind.MOMENT: 17}
_WIDTH = 12
_SAFE: Final = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "nan_inf_to_errors": False,
}

WriteCell = Callable[[int, int, Any], object]


class Xlsx:
    """Excel's own format."""

    media_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    extension = "xlsx"

    def chunks(self, table: Table, folder: Path) -> Generator[bytes]:
        """The finished workbook in pieces; `folder` holds its parts while it is being made."""
        return self.book([table], folder)

    def book(self, tables: Sequence[Table], folder: Path) -> Generator[bytes]:
        """One workbook, a sheet per table; the notes are those of the first table."""
        with tempfile.TemporaryFile(dir=folder) as file:
            with tempfile.TemporaryDirectory(dir=folder) as parts:
                _write(tables, file, parts)
            file.seek(0)
            while piece := file.read(_CHUNK):
                yield piece


def _write(tables: Sequence[Table], file: IO[bytes], parts: str) -> None:
    import xlsxwriter

    with xlsxwriter.Workbook(file, {**_SAFE, "tmpdir": parts}) as book:
        if made_at := tables[0].at:
            book.set_properties({"created": made_at.astimezone(UTC).replace(tzinfo=None)})
        for table in tables:
            sheets = _Sheets(book, table)
            for batch in table.cells(in_words=True):
                for row in batch:
                    sheets.add(row)
            sheets.finish()
        _write_about(book, tables[0])


class _Sheets:
    """Writes the rows on as many sheets as they need."""

    def __init__(self, book: Any, table: Table) -> None:
        self._book = book
        self._name = table.name
        self._columns = table.columns
        self._bold = book.add_format({"bold": True, "bottom": 1})
        self._formats = [_format(book, column) for column in table.columns]
        self._begin()

    def add(self, row: list[object]) -> None:
        if self._line > MOST_ROWS:
            self.finish()
            self._begin()
        for column, (value, write) in enumerate(zip(row, self._writers, strict=True)):
            if value is not None and value != "":
                write(self._line, column, value)
        self._line += 1

    def finish(self) -> None:
        """Set what depends on how many rows there are."""
        self._sheet.autofilter(0, 0, max(self._line - 1, 1), len(self._columns) - 1)

    def _begin(self) -> None:
        sheet = self._sheet = self._book.add_worksheet(_sheet_name(self._name, self._book.sheetnames))
        sheet.freeze_panes(1, 0)
        sheet.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})
        for number, (column, form) in enumerate(zip(self._columns, self._formats, strict=True)):
            width = max(_WIDTHS.get(column.kind, _WIDTH), min(len(column.heading) + 4, 30))
            sheet.set_column(number, number, width, form)
            sheet.write_string(0, number, column.heading, self._bold)
        self._writers = [_writer(sheet, c, form) for c, form in zip(self._columns, self._formats, strict=True)]
        self._line = 1


def _sheet_name(name: str, given: Iterable[str]) -> str:
    """As Excel allows it, with a number behind it where there is such a sheet already, in whatever case."""
    plain = _NOT_IN_NAMES.sub(" ", name)[:_LONGEST_NAME].strip(" '") or "Tabelle"
    taken = {one.lower() for one in given}
    numbered = (plain if number == 1 else f"{plain} {number}" for number in count(1))
    return next(one for one in numbered if one.lower() not in taken)


def _format(book: Any, column: Column) -> Any:
    shown = column.number_format or _FORMATS.get(column.kind)
    return book.add_format({"num_format": shown}) if shown else None


def _writer(sheet: Any, column: Column, form: Any) -> WriteCell:
    match column.kind:
        case Kind.TEXT:
            return lambda line, number, value: sheet.write_string(line, number, _fitting(value))
        case Kind.BOOLEAN:
            write: WriteCell = sheet.write_boolean
            return write
        case Kind.DAY | Kind.MONTH | Kind.MOMENT:
            return lambda line, number, value: sheet.write_datetime(line, number, _berlin(value), form)
        case _:
            return lambda line, number, value: sheet.write_number(line, number, value, form)


def _berlin(value: date) -> date:
    """A moment as Berlin's clocks show it; Excel knows no zones."""
    return value.astimezone(BERLIN).replace(tzinfo=None) if isinstance(value, datetime) else value


def _fitting(text: str) -> str:
    if len(text) <= _LONGEST_TEXT:
        return text
    return text[: _LONGEST_TEXT - len(_CUT_MARK)] + _CUT_MARK


def _write_about(book: Any, table: Table) -> None:
    """The sheet of notes: what the rows are, when and for whom they were read."""
    sheet = book.add_worksheet(table.about_name)
    look = {
        "bold": book.add_format({"bold": True, "valign": "top"}),
        "text": book.add_format({"text_wrap": True, "valign": "top"}),
        "number": book.add_format({"num_format": "#,##0", "align": "left"}),
        "day": book.add_format({"num_format": _FORMATS[Kind.DAY], "align": "left"}),
        "moment": book.add_format({"num_format": _FORMATS[Kind.MOMENT], "align": "left"}),
    }
    sheet.set_column(0, 0, 28, look["bold"])
    sheet.set_column(1, 1, 70)
    for line, note in enumerate(table.about):
        if any(note):
            what, value = note
            sheet.write_string(line, 0, _fitting(what), look["bold"])
            match value:
                case str():
                    sheet.write_string(line, 1, _fitting(value), look["text"])
                case datetime():
                    sheet.write_datetime(line, 1, _berlin(value), look["moment"])
                case date():
                    sheet.write_datetime(line, 1, value, look["day"])
                case _:
                    sheet.write_number(line, 1, value, look["number"])


XLSX = Xlsx()
