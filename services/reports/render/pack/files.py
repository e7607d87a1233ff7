"""Renders several reports to files: one PDF and one workbook of all, and per table a Parquet and a German CSV file."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from services.core.table_files.table import Note, Table
from services.core.table_files.xlsx import XLSX
from services.reports.export.table_file import ReportTable, about_all, as_written, name_of, table_of
from services.reports.render.files import ArrivingForm, MadeFile, Write, elsewhere_of, put, table_files, written
from services.reports.run import ReportAnswer

_ABOUT: Final = "Angaben"


@dataclass(frozen=True, slots=True)
class Pack:
    """Reports that are sent together, in their order, under the name of their schedule."""

    name: str
    answers: Sequence[ReportAnswer]


def files_of_pack(pack: Pack, forms: Iterable[str], folder: Path, park_names: Mapping[str, str]) -> list[MadeFile]:
    """Render reports that were run without a limit to these forms in `folder`.

    Raises ValueError for an unknown form, FileExistsError if a name is taken; then no file is left behind.
    """
    return written(_planned(pack, {ArrivingForm(form) for form in forms}, folder, park_names))


def _planned(
    pack: Pack, wanted: set[ArrivingForm], folder: Path, park_names: Mapping[str, str]
) -> Iterator[tuple[MadeFile, Write]]:
    told = next((one.told for one in pack.answers if "from" in one.told), {})
    days: Mapping[str, Any] = {name: value for name, value in told.items() if name in ("from", "to")}
    if ArrivingForm.XLSX in wanted:
        name = name_of((pack.name,), days, "xlsx")
        yield MadeFile(name, "xlsx", "", folder / name, None), _workbook(pack, folder, park_names)
    if ArrivingForm.PDF in wanted:
        name = name_of((pack.name,), days, "pdf")
        yield MadeFile(name, "pdf", "", folder / name, None), _document(pack, park_names, elsewhere_of(wanted))
    for place, answer in enumerate(pack.answers):
        yield from table_files(answer, wanted, folder, park_names, place)


def _document(pack: Pack, park_names: Mapping[str, str], elsewhere: str) -> Write:
    from services.reports.render.pack.document import document_of_pack  # only now fpdf2: 50 MB

    return lambda path: put([document_of_pack(pack.name, pack.answers, park_names, elsewhere)], path)


def _workbook(pack: Pack, folder: Path, park_names: Mapping[str, str]) -> Write:
    """Sheets are named by the number of their report and the table, since reports have tables of the same name."""

    def write(path: Path) -> None:
        put(XLSX.book(list(_sheets(pack, park_names)), folder), path)

    return write


def _sheets(pack: Pack, park_names: Mapping[str, str]) -> Iterator[Table]:
    reports = [[table_of(answer, name) for name in answer.in_files] for answer in pack.answers]
    about = _about(reports, park_names)
    for number, tables in enumerate(reports, 1):
        for table in tables:
            yield replace(as_written(table, about), name=f"{number} {table.title}", about_name=_ABOUT)


def _about(reports: Sequence[Sequence[ReportTable]], park_names: Mapping[str, str]) -> list[Note]:
    """What each report rests on, one below the other."""
    notes: list[Note] = []
    for number, tables in enumerate(reports, 1):
        notes += [*([("", "")] if notes else []), ("Nummer auf den Blättern", number), *about_all(tables, park_names)]
    return notes
