"""Interface of export requests: which list, rows and columns, in which format."""

import json
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from sqlalchemy.orm import Session

from services.core.clock import BERLIN
from services.core.table_files.formats import FORMATS, FormatName
from services.core.table_files.table import Note, Row, Table
from services.staff.audit import Event
from services.staff.call import Call, Staff

_DIALECTS = {FormatName.CSV_DE: "-de", FormatName.CSV: "-int"}
"""Suffix that distinguishes two files with the same extension."""


@dataclass(frozen=True, slots=True)
class Opened:
    """The rows of a file in one snapshot, to be read once."""

    rows: int
    """Exact number of rows in the table."""
    batches: Generator[Sequence[Row]]
    """Must be closed if the rest is not read."""
    table: Table
    event: Event
    """Details of the audit entry."""


class Wish(Protocol):
    """What every kind of file can tell. It lives in a link's row until it is fetched."""

    @property
    def format(self) -> FormatName: ...

    def file_name(self, rows: int, now: datetime) -> str: ...

    def as_json(self) -> dict[str, Any]:
        """As the link's row keeps it; `resource` tells what kind it is."""

    def check(self, staff: Staff) -> None:
        """Raises Forbidden or PersonalSearch where this role may not have it."""

    def count(self, session: Session) -> int: ...

    def opened(self, session: Session, call: Call, staff: Staff) -> Opened:
        """The file's rows in this session's snapshot."""


def notes_of(made_by: str, made_at: datetime, rows: int, selection: Sequence[tuple[str, str]]) -> list[Note]:
    """Notes about the file for people."""
    return [("Zeilen", rows), ("Erstellt am", made_at), ("Erstellt von", made_by), *selection]


def machine_notes(made_at: datetime, rows: int, selection: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The same notes as Parquet metadata."""
    return {
        "voltigo.rows": str(rows),
        "voltigo.selection": json.dumps(dict(selection), ensure_ascii=False),
        "voltigo.made_at": made_at.isoformat(),
    }


def file_name(what: str, form: FormatName, rows: int, now: datetime) -> str:
    """`reservierungen-2026-11-21-316-zeilen-de.csv`: with the date in Berlin and the number of rows."""
    lines = f"{rows}-{'zeile' if rows == 1 else 'zeilen'}{_DIALECTS.get(form, '')}"
    return f"{what}-{now.astimezone(BERLIN):%Y-%m-%d}-{lines}.{FORMATS[form].extension}"
