"""A workbook for Excel: real numbers, dates and truth values, and nothing that runs.

Every text is written as a text cell, so `=HYPERLINK(…)` is what somebody typed and no formula; addresses do not become
links. Moments are Excel dates in Berlin time. Rows go to disk as they come (`constant_memory`); the workbook is
finished in a file without a name, which disappears with its last reader, however that ends.
"""

import tempfile
from collections.abc import Callable, Generator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import IO, Any

from services.console.exports.columns import Column, Kind
from services.console.exports.table import Table
from services.core.clock import BERLIN

MOST_ROWS = 1_048_575
"""What one sheet holds below its head. Further rows stand on further sheets."""
_LONGEST_TEXT = 32_767
_CUT_MARK = " … (gekürzt, Excel fasst nicht mehr)"
_CHUNK = 256 * 1024
_FORMATS = {
    Kind.MONEY: '#,##0.00 "€"',
    Kind.DAY: "dd.mm.yyyy",
    Kind.MOMENT: "dd.mm.yyyy hh:mm",
}
_WIDTHS = {Kind.TEXT: 20, Kind.INTEGER: 12, Kind.MONEY: 14, Kind.DECIMAL: 12, Kind.DAY: 12, Kind.MOMENT: 17}
_SAFE = {
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
        with tempfile.TemporaryFile(dir=folder) as file:
            with tempfile.TemporaryDirectory(dir=folder) as parts:
                _write(table, file, parts)
            file.seek(0)
            while piece := file.read(_CHUNK):
                yield piece


def _write(table: Table, file: IO[bytes], parts: str) -> None:
    import xlsxwriter

    with xlsxwriter.Workbook(file, {**_SAFE, "tmpdir": parts}) as book:
        sheets = _Sheets(book, table.columns)
        for batch in table.cells(in_words=True):
            for row in batch:
                sheets.add(row)
        sheets.finish()
        _write_about(book, table)


class _Sheets:
    """The rows, on as many sheets as they need."""

    def __init__(self, book: Any, columns: Sequence[Column]) -> None:
        self._book = book
        self._columns = columns
        self._bold = book.add_format({"bold": True, "bottom": 1})
        self._formats = [
            book.add_format({"num_format": _FORMATS[c.kind]}) if c.kind in _FORMATS else None for c in columns
        ]
        self._count = 0
        self._begin()

    def add(self, row: list[object]) -> None:
        """Write one row below the last."""
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
        self._count += 1
        suffix = f" {self._count}" if self._count > 1 else ""
        sheet = self._sheet = self._book.add_worksheet(f"Reservierungen{suffix}")
        sheet.freeze_panes(1, 0)
        sheet.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})
        for number, (column, form) in enumerate(zip(self._columns, self._formats, strict=True)):
            width = max(_WIDTHS.get(column.kind, 12), min(len(column.heading) + 4, 30))
            sheet.set_column(number, number, width, form)
            sheet.write_string(0, number, column.heading, self._bold)
        self._writers = [_writer(sheet, c, form) for c, form in zip(self._columns, self._formats, strict=True)]
        self._line = 1


def _writer(sheet: Any, column: Column, form: Any) -> WriteCell:
    """Writes the cells of one column as what they are."""
    match column.kind:
        case Kind.TEXT:
            return lambda line, number, value: sheet.write_string(line, number, _fitting(value))
        case Kind.BOOLEAN:
            write: WriteCell = sheet.write_boolean
            return write
        case Kind.DAY | Kind.MOMENT:
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
    """The sheet that says what was chosen, when and by whom."""
    about = table.about
    sheet = book.add_worksheet("Auswahl")
    bold = book.add_format({"bold": True})
    sheet.set_column(0, 0, 28, bold)
    sheet.set_column(1, 1, 70)
    sheet.write_string(0, 0, "Zeilen", bold)
    sheet.write_number(0, 1, about.rows)
    sheet.write_string(1, 0, "Erstellt am", bold)
    moment = book.add_format({"num_format": _FORMATS[Kind.MOMENT], "align": "left"})
    sheet.write_datetime(1, 1, _berlin(about.made_at), moment)
    sheet.write_string(2, 0, "Erstellt von", bold)
    sheet.write_string(2, 1, about.made_by)
    for line, (what, value) in enumerate(about.selection, start=3):
        sheet.write_string(line, 0, what, bold)
        sheet.write_string(line, 1, _fitting(value))


XLSX = Xlsx()
