"""Compares finished files with the kept result, value by value and row by row, before they leave."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import islice, zip_longest
from typing import Any, Final

from analytics.reporting import TableResult
from services.core.paper.sheet import printable
from services.core.table_files.xlsx import MOST_ROWS
from services.reports.export.columns import FileColumn, file_columns
from services.reports.render.files import MadeFile
from services.reports.render.main_figures import main_figures
from services.reports.render.paper_tables import paper_table
from services.reports.render.verify.pdf_text import texts
from services.reports.render.verify.values import Comparable, csv_value, excel_value, first_difference, kept_value
from services.reports.render.verify.workbook import Cells, sheets
from services.reports.run import ReportAnswer

_IN_WORDS: Final[Mapping[str, str]] = {
    "xlsx": "Excel-Datei",
    "csv": "CSV-Datei",
    "parquet": "Parquet-Datei",
    "pdf": "PDF",
}
_PRINTED: Final = 30
"""Rows of a table looked for on paper, which shows at least so many of every table."""
_UNCUT: Final = 8
"""Letters of a large figure that always fit on its card."""


class ArtefactDiffers(Exception):
    """A file does not hold what was kept; the message is German and names no value."""


def verify_files(kept: ReportAnswer, files: Iterable[MadeFile]) -> None:
    """Read every file again and compare it with the kept result. Raises ArtefactDiffers."""
    for file in files:
        try:
            _CHECKS[file.form](kept, file)
        except ArtefactDiffers:
            raise
        except Exception as error:  # whatever a damaged file makes a reader raise
            raise ArtefactDiffers(f"Die {_IN_WORDS[file.form]} ließ sich nicht wieder lesen.") from error


def _differs(form: str, table: str, row: int | None = None, column: str = "") -> ArtefactDiffers:
    where = f"„{table}“" if row is None else f"„{table}“, Zeile {row}" + (f", Spalte „{column}“" if column else "")
    what = "Das PDF" if form == "pdf" else f"Die {_IN_WORDS[form]}"
    return ArtefactDiffers(f"{what} stimmt nicht mit den berechneten Zahlen überein: {where}.")


def _check_csv(kept: ReportAnswer, file: MadeFile) -> None:
    with file.path.open(encoding="utf-8-sig", newline="") as lines:
        rows = csv.reader(lines, delimiter=";")
        if not file.table:
            _check_notes(kept, rows)
            return
        next(rows)
        _compare("csv", kept.tables[file.table], rows, csv_value)


def _check_notes(kept: ReportAnswer, rows: Iterable[Sequence[str]]) -> None:
    """The file beside them, with what they rest on, tells of every table."""
    told = {cell for row in rows for cell in row}
    for table in kept.tables.values():
        if table.table.title not in told:
            raise _differs("csv", table.table.title)


def _check_workbook(kept: ReportAnswer, file: MadeFile) -> None:
    found = (rows for _, rows in sheets(file.path))
    for table in kept.tables.values():
        count = max(1, -(-len(table.values) // MOST_ROWS))
        _compare("xlsx", table, _below_heads(islice(found, count)), excel_value)


def _below_heads(of_table: Iterable[Iterator[Cells]]) -> Iterator[Cells]:
    """The rows of all sheets of one table."""
    for rows in of_table:
        next(rows)
        yield from rows


def _check_parquet(kept: ReportAnswer, file: MadeFile) -> None:
    from pyarrow import parquet

    table = kept.tables[file.table]
    found = parquet.read_table(file.path)
    if found.num_rows != len(table.values):
        raise _differs("parquet", table.table.title)
    for row, (values, read) in enumerate(zip(table.values, found.to_pylist(), strict=True), 1):
        expected = [_stored(value) for value in values]
        place = first_difference(expected, [_stored(value) for value in read.values()])
        if place is not None:
            raise _differs("parquet", table.table.title, row, table.columns[place].label)


def _stored(value: Any) -> Comparable:
    """A value in a file for programs: whole numbers and codes as they are kept."""
    match value:
        case bool():
            return "ja" if value else "nein"
        case datetime():
            return value.replace(tzinfo=None).isoformat()
        case date():
            return value.isoformat()
        case _:
            return None if value is None else str(value)


def _compare(
    form: str, table: TableResult, rows: Iterable[Sequence[Any]], read: Callable[[FileColumn, Any], Comparable]
) -> None:
    """Every row in its order; a row too many or too few is a difference."""
    columns = file_columns(table.columns)
    for number, (values, cells) in enumerate(zip_longest(table.values, rows), 1):
        if values is None or cells is None:
            raise _differs(form, table.table.title, number)
        expected = [kept_value(column, value) for column, value in zip(columns, values, strict=True)]
        place = first_difference(expected, [read(column, cell) for column, cell in zip(columns, cells, strict=False)])
        if place is not None:
            raise _differs(form, table.table.title, number, columns[place].heading)


def _check_pdf(kept: ReportAnswer, file: MadeFile) -> None:
    """On paper the texts themselves are compared, without blanks: lines are broken where they fit."""
    paper = _Paper("".join(_bare(text) for text in texts(file.path.read_bytes())))
    for figure in main_figures(kept):
        if not paper.holds(figure.value[:_UNCUT]):
            raise _differs("pdf", figure.label)
    for name in kept.tables:
        _check_printed(kept, name, paper)


def _check_printed(kept: ReportAnswer, name: str, paper: "_Paper") -> None:
    table = paper_table(kept, name)
    is_split = paper.holds(f"{table.title}, Teil 1 von")
    end = 0
    for number, row in enumerate(table.rows(0, _PRINTED), 1):
        if len(table.result.values) == 1:  # printed as a list, where changes may be cut
            is_there = all(paper.holds(cell.text) for cell in row)
        elif is_split:
            is_there = all(paper.holds(cell.text + cell.note) for cell in row)
        else:
            end = paper.end_of("".join(cell.text + cell.note for cell in row), end)
            is_there = end >= 0
        if not is_there:
            raise _differs("pdf", table.title, number)


class _Paper:
    """All texts of a document. Letters that no typeface has are question marks there."""

    def __init__(self, printed: str) -> None:
        self._printed = printed
        self._letters = frozenset(printed)

    def holds(self, text: str) -> bool:
        """Whether the text is printed, however its lines are broken."""
        return self.end_of(text, 0) >= 0

    def end_of(self, text: str, start: int) -> int:
        """Where the text ends, looked for from `start` on; -1 if it is not printed there."""
        wanted = "".join(letter if letter in self._letters else "?" for letter in _bare(text))
        found = self._printed.find(wanted, start)
        return found + len(wanted) if found >= 0 else -1


def _bare(text: str) -> str:
    return "".join(printable(text).split())


_CHECKS: Final[Mapping[str, Callable[[ReportAnswer, MadeFile], None]]] = {
    "csv": _check_csv,
    "xlsx": _check_workbook,
    "parquet": _check_parquet,
    "pdf": _check_pdf,
}
