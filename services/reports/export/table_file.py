"""One report table as a file: the columns shown on screen, all rows, and the metadata needed to interpret them."""

import json
import re
import unicodedata
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import UTC, date, datetime
from enum import StrEnum
from itertools import islice
from pathlib import Path
from typing import Any, Final

from services.core.clock import BERLIN
from services.core.table_files.csv import CSV_DE
from services.core.table_files.formats import Format
from services.core.table_files.parquet import PARQUET
from services.core.table_files.sending import Download, begun
from services.core.table_files.table import Note, Row, Table
from services.core.table_files.xlsx import XLSX
from services.reports.export.columns import FileColumn, ReportColumn, file_columns
from services.reports.export.kinds import KINDS
from services.reports.parameter_labels import parameters_in_words
from services.reports.run import ReportAnswer

_BATCH: Final = 1_000
_SPELLED: Final = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_LONGEST_NAME: Final = 60


class FileFormat(StrEnum):
    """As an address ends."""

    XLSX = "xlsx"
    CSV = "csv"
    PARQUET = "parquet"
    NOTES = "angaben"
    """Period, filters and metrics of a table as a separate CSV file: lines above the rows would be rows to a program.
    """


FORMATS: Final[Mapping[FileFormat, Format]] = {
    FileFormat.XLSX: XLSX,
    FileFormat.CSV: CSV_DE,
    FileFormat.PARQUET: PARQUET,
    FileFormat.NOTES: CSV_DE,
}


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table with all metadata for the file. `told`: the parameters by their names in query strings."""

    report: str
    question: str
    title: str
    grain: str
    sentence: str
    told: Mapping[str, Any]
    compared: tuple[date, date] | None
    at: datetime
    visits: int
    reservations: int
    version: str
    provisional: str
    columns: tuple[ReportColumn, ...]
    rows: Iterable[Row]
    total_rows: int


def table_of(answer: ReportAnswer, name: str) -> ReportTable:
    """A table of a report that was run without a limit. Raises KeyError."""
    found = answer.tables[name]
    stand = answer.stand
    return ReportTable(
        report=answer.definition.title,
        question=answer.definition.question,
        title=found.table.title,
        grain=found.table.grain,
        sentence=answer.sentences.get(name, ""),
        told=answer.told,
        compared=answer.compared,
        at=stand.at,
        visits=stand.visits,
        reservations=stand.reservations,
        version=stand.version,
        provisional=stand.provisional,
        columns=found.columns,
        rows=found.values,
        total_rows=found.total_rows,
    )


def file_of(table: ReportTable, form: FileFormat, folder: Path, park_names: Mapping[str, str]) -> Download:
    """The download, with its first chunk produced; `folder` holds temporary parts. The sender closes it."""
    about = _about(table, park_names)
    is_notes = form is FileFormat.NOTES
    written = notes_table(about, table.at) if is_notes else as_written(table, about)
    rows = len(about) if is_notes else table.total_rows
    titles = (table.report, table.title, *(["Angaben"] if is_notes else []))
    with ExitStack() as held:
        pieces = FORMATS[form].chunks(written, folder)
        held.callback(pieces.close)
        name = name_of(titles, table.told, FORMATS[form].extension)
        return Download(name, FORMATS[form].media_type, rows, begun(pieces), held.pop_all())


def as_written(table: ReportTable, about: Sequence[Note]) -> Table:
    """The table in the form every format takes; `about` are the lines of its sheet „Angaben“."""
    return Table(
        name=table.title,
        columns=file_columns(table.columns),
        batches=_batches(table.rows),
        about_name="Angaben",
        about=about,
        notes=_notes(table),
        at=table.at,
    )


def file_name(table: ReportTable, extension: str) -> str:
    """`voltigo-ueberblick-nach-tagen-2026-08-24-bis-2026-11-21.xlsx`: ASCII, safe for any file system and mail."""
    return name_of((table.report, table.title), table.told, extension)


def name_of(titles: Iterable[str], told: Mapping[str, Any], extension: str) -> str:
    """File name made of these titles, the park and the period."""
    parts = [*map(_spelled, titles), _spelled(str(told.get("park", "")))]
    if "from" in told:
        parts += [str(told["from"]), "bis", str(told["to"])]
    return "-".join(["voltigo", *filter(None, parts)]) + f".{extension}"


def _spelled(words: str) -> str:
    plain = unicodedata.normalize("NFKD", words.lower().translate(_SPELLED)).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:_LONGEST_NAME].rstrip("-")


def _batches(rows: Iterable[Row]) -> Generator[list[Row]]:
    left = iter(rows)
    while batch := list(islice(left, _BATCH)):
        yield batch


def _about(table: ReportTable, park_names: Mapping[str, str]) -> list[Note]:
    """The lines of the sheet „Angaben“."""
    return [
        *_asked(table),
        *_shows(table),
        *_rests_on(table, park_names),
        *_built(table),
        ("", ""),
        *_columns(table),
    ]


def about_all(tables: Sequence[ReportTable], park_names: Mapping[str, str]) -> list[Note]:
    """The same for all tables of one report that are in one file."""
    notes = [*_asked(tables[0]), *_rests_on(tables[0], park_names)]
    for table in tables:
        notes += [("", ""), *_shows(table), *_built(table), *_columns(table)]
    return notes


def _asked(table: ReportTable) -> list[Note]:
    return [("Bericht", table.report), ("Frage", table.question)]


def _shows(table: ReportTable) -> list[Note]:
    notes: list[Note] = [("Tabelle", table.title)]
    return [*notes, ("Was sie zeigt", table.sentence)] if table.sentence else notes


def _rests_on(table: ReportTable, park_names: Mapping[str, str]) -> list[Note]:
    return [
        *parameters_in_words(table.told, table.compared, park_names),
        ("Stand", table.at.astimezone(UTC)),
        *([("Hinweis", table.provisional)] if table.provisional else []),
        ("Ereignisse von Besuchen", table.visits),
        ("Reservierungen", table.reservations),
    ]


def _built(table: ReportTable) -> list[Note]:
    return [("Zeilen", table.total_rows), ("Aufbau", table.grain)]


def _columns(table: ReportTable) -> list[Note]:
    notes: list[Note] = [("Spalte", "Woher die Zahl kommt")]
    notes += [(column.label, column.meaning) for column in table.columns]
    return [*notes, *_metrics(table)]


def _metrics(table: ReportTable) -> list[Note]:
    """Which metric each measure is, a line for each; columns of an earlier period are the same."""
    named = {column.metric: column.label for column in reversed(table.columns) if column.metric}
    if not named:
        return []
    return [("", ""), ("Kennzahl", "Spalte"), *reversed(named.items())]


def notes_table(notes: Sequence[Note], at: datetime) -> Table:
    """The lines of the sheet „Angaben“ as a table of their own, in two columns of text."""
    texts = [(what, _german_text(value)) for what, value in notes]
    kind = KINDS["text"]
    return Table(
        name="Angaben",
        columns=[FileColumn("what", "Angabe", "", "text", kind), FileColumn("value", "Wert", "", "text", kind)],
        batches=_batches(texts),
        about_name="",
        about=[],
        at=at,
    )


def _german_text(value: str | int | date) -> str:
    match value:
        case datetime():
            return value.astimezone(BERLIN).strftime("%d.%m.%Y %H:%M")
        case date():
            return value.strftime("%d.%m.%Y")
        case _:
            return str(value)


def _notes(table: ReportTable) -> dict[str, str]:
    """Metadata of a Parquet file."""
    return {
        "voltigo.report": table.report,
        "voltigo.table": table.title,
        "voltigo.sentence": table.sentence,
        "voltigo.rows": str(table.total_rows),
        "voltigo.parameters": json.dumps(dict(table.told), ensure_ascii=False),
        "voltigo.stand": table.at.astimezone(UTC).isoformat(),
        "voltigo.version": table.version,
        "voltigo.metrics": json.dumps({column.name: column.metric for column in table.columns if column.metric}),
    }
