"""Compares finished files with the kept result, value by value and row by row, before they leave."""

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import islice, zip_longest
from typing import Any, Final

from analytics.reporting import TableResult
from services.core.table_files.xlsx import MOST_ROWS
from services.reports.export.columns import FileColumn, file_columns
from services.reports.render.files import MadeFile
from services.reports.render.verify.differs import IN_WORDS, ArtefactDiffers, differs, of_report
from services.reports.render.verify.values import Comparable, csv_value, excel_value, first_difference, kept_value
from services.reports.render.verify.workbook import Cells, sheets
from services.reports.run import ReportAnswer


def verify_files(reports: Sequence[ReportAnswer], files: Iterable[MadeFile]) -> None:
    """Read every file again and compare it with the kept result of its report, or with all of them where it holds all.
    Raises ArtefactDiffers.
    """
    for file in files:
        try:
            _check(reports, file)
        except ArtefactDiffers:
            raise
        except Exception as error:  # whatever a damaged file makes a reader raise
            raise ArtefactDiffers(f"Die {IN_WORDS[file.form]} ließ sich nicht wieder lesen.") from error


def _check(reports: Sequence[ReportAnswer], file: MadeFile) -> None:
    if file.report is None:
        _CHECKS[file.form](reports, file)
        return
    kept = reports[file.report]
    with of_report(kept.definition.title, reports):
        _CHECKS[file.form]([kept], file)


def _check_csv(reports: Sequence[ReportAnswer], file: MadeFile) -> None:
    [kept] = reports
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
    expected = [table.table.title for table in kept.in_files.values()]
    for title in filter(None, (*expected, kept.stand.provisional)):
        if title not in told:
            raise differs("csv", title)


def _check_workbook(reports: Sequence[ReportAnswer], file: MadeFile) -> None:
    found = (rows for _, rows in sheets(file.path))
    for kept in reports:
        with of_report(kept.definition.title, reports):
            for table in kept.in_files.values():
                count = max(1, -(-len(table.values) // MOST_ROWS))
                _compare("xlsx", table, _below_heads(islice(found, count)), excel_value)
    about = {cell for rows in found for row in rows for cell in row}
    for kept in reports:
        for told in filter(None, (kept.definition.title, kept.stand.provisional)):
            if told not in about:
                raise differs("xlsx", told)


def _below_heads(of_table: Iterable[Iterator[Cells]]) -> Iterator[Cells]:
    """The rows of all sheets of one table."""
    for rows in of_table:
        next(rows)
        yield from rows


def _check_parquet(reports: Sequence[ReportAnswer], file: MadeFile) -> None:
    from pyarrow import parquet

    [kept] = reports
    table = kept.tables[file.table]
    found = parquet.read_table(file.path)
    if found.num_rows != len(table.values):
        raise differs("parquet", table.table.title)
    for row, (values, read) in enumerate(zip(table.values, found.to_pylist(), strict=True), 1):
        expected = [_stored(value) for value in values]
        place = first_difference(expected, [_stored(value) for value in read.values()])
        if place is not None:
            raise differs("parquet", table.table.title, row, table.columns[place].label)


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
            raise differs(form, table.table.title, number)
        expected = [kept_value(column, value) for column, value in zip(columns, values, strict=True)]
        place = first_difference(expected, [read(column, cell) for column, cell in zip(columns, cells, strict=False)])
        if place is not None:
            raise differs(form, table.table.title, number, columns[place].heading)


def _check_pdf(reports: Sequence[ReportAnswer], file: MadeFile) -> None:
    from services.reports.render.verify.paper import verify_paper  # only now fpdf2: 50 MB

    verify_paper(reports, file.path.read_bytes())


_CHECKS: Final[Mapping[str, Callable[[Sequence[ReportAnswer], MadeFile], None]]] = {
    "csv": _check_csv,
    "xlsx": _check_workbook,
    "parquet": _check_parquet,
    "pdf": _check_pdf,
}
