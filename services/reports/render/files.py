"""Renders a whole report to files: one workbook, one PDF, per table a Parquet and a German CSV file, and a CSV file
with period, filters and metrics; `packed` makes few of them.

Each file is written to the caller's folder, complete or not at all. The same answer always gives the same bytes.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from services.core.table_files.formats import Format
from services.core.table_files.xlsx import XLSX
from services.reports.export.table_file import (
    FORMATS,
    FileFormat,
    ReportTable,
    about_all,
    as_written,
    file_name,
    name_of,
    notes_table,
    table_of,
)
from services.reports.render.pdf.document import IN_THE_CONSOLE, document_of
from services.reports.run import ReportAnswer


class ArrivingForm(StrEnum):
    """Forms in which a report can be delivered. `BODY` is not a file."""

    XLSX = "xlsx"
    CSV = "csv"
    PARQUET = "parquet"
    PDF = "pdf"
    BODY = "body"


MEDIA_TYPES: Final[Mapping[str, str]] = {
    "xlsx": XLSX.media_type,
    "csv": FORMATS[FileFormat.CSV].media_type,
    "parquet": FORMATS[FileFormat.PARQUET].media_type,
    "pdf": "application/pdf",
    "zip": "application/zip",
}
MOST_FILES: Final = 3
"""A mail with more than these is one whose files nobody opens."""
_WHOLE_FORMS: Final = frozenset({ArrivingForm.XLSX.value, ArrivingForm.PDF.value})
_EARLIEST: Final = (1980, 1, 1, 0, 0, 0)
"""The time of every file in a ZIP, so that the same files give the same bytes."""


@dataclass(frozen=True, slots=True)
class MadeFile:
    """A rendered file. `table` is empty if it holds the whole report."""

    name: str
    form: str
    table: str
    path: Path


_WHOLE: Final[Mapping[ArrivingForm, str]] = {
    ArrivingForm.XLSX: "in der Excel-Datei",
    ArrivingForm.CSV: "in der CSV-Datei",
    ArrivingForm.PARQUET: "in der Parquet-Datei",
}
"""Forms that hold every row and column, those people open first."""

Write = Callable[[Path], None]


def files_of(answer: ReportAnswer, forms: Iterable[str], folder: Path, park_names: Mapping[str, str]) -> list[MadeFile]:
    """Render a report that was run without a limit to these forms in `folder`.

    Raises ValueError for an unknown form, FileExistsError if a name is taken; then no file is left behind.
    """
    made: list[MadeFile] = []
    try:
        for file, write in _planned(answer, {ArrivingForm(form) for form in forms}, folder, park_names):
            write(file.path)
            made.append(file)
    except BaseException:
        for file in made:
            file.path.unlink(missing_ok=True)
        raise
    return made


def packed(files: list[MadeFile], answer: ReportAnswer, folder: Path) -> list[MadeFile]:
    """The same, with those that belong to single tables in one ZIP if there are more than `MOST_FILES`.

    Raises FileExistsError if its name is taken; then the files are still there.
    """
    if len(files) <= MOST_FILES:
        return files
    whole = [file for file in files if file.form in _WHOLE_FORMS]
    single = [file for file in files if file.form not in _WHOLE_FORMS]
    name = name_of((answer.definition.title, "Tabellen"), answer.told, "zip")
    with ZipFile(folder / name, "x", ZIP_DEFLATED) as archive:
        for file in single:
            entry = ZipInfo(file.name, _EARLIEST)
            entry.compress_type = ZIP_DEFLATED
            archive.writestr(entry, file.path.read_bytes())
            file.path.unlink()
    return [*whole, MadeFile(name, "zip", "", folder / name)]


def _planned(
    answer: ReportAnswer, wanted: set[ArrivingForm], folder: Path, park_names: Mapping[str, str]
) -> Iterator[tuple[MadeFile, Write]]:
    tables = {name: table_of(answer, name) for name in answer.in_files}
    if ArrivingForm.XLSX in wanted:
        name = name_of((answer.definition.title,), answer.told, "xlsx")
        yield MadeFile(name, "xlsx", "", folder / name), _workbook(list(tables.values()), folder, park_names)
    if ArrivingForm.PDF in wanted:
        name = name_of((answer.definition.title,), answer.told, "pdf")
        yield MadeFile(name, "pdf", "", folder / name), _document(answer, park_names, wanted)
    for form in (FileFormat.CSV, FileFormat.PARQUET):
        if ArrivingForm(form.value) in wanted:
            for table, told in tables.items():
                name = file_name(told, FORMATS[form].extension)
                yield MadeFile(name, form.value, table, folder / name), _single(told, FORMATS[form], folder)
    if ArrivingForm.CSV in wanted:
        name = name_of((answer.definition.title, "Angaben"), answer.told, "csv")
        yield MadeFile(name, "csv", "", folder / name), _notes(list(tables.values()), folder, park_names)


def _workbook(tables: list[ReportTable], folder: Path, park_names: Mapping[str, str]) -> Write:
    def write(path: Path) -> None:
        about = about_all(tables, park_names)
        _put(XLSX.book([as_written(table, about) for table in tables], folder), path)

    return write


def _notes(tables: list[ReportTable], folder: Path, park_names: Mapping[str, str]) -> Write:
    """Period, filters and metrics as a separate file: CSV has no place for them."""
    written = notes_table(about_all(tables, park_names), tables[0].at)
    return lambda path: _put(FORMATS[FileFormat.CSV].chunks(written, folder), path)


def _document(answer: ReportAnswer, park_names: Mapping[str, str], wanted: Collection[ArrivingForm]) -> Write:
    # The PDF has only the first rows, so it names an accompanying file that has all of them.
    elsewhere = next((words for form, words in _WHOLE.items() if form in wanted), IN_THE_CONSOLE)
    return lambda path: _put([document_of(answer, park_names, elsewhere)], path)


def _single(table: ReportTable, form: Format, folder: Path) -> Write:
    return lambda path: _put(form.chunks(as_written(table, []), folder), path)


def _put(pieces: Iterable[bytes], path: Path) -> None:
    """Move a file into place; raises FileExistsError. If a later step fails, no file is left."""
    with path.open("xb") as file:
        try:
            file.writelines(pieces)
        except BaseException:
            path.unlink()
            raise
