"""`description.json`: the machine-readable contents of an export. All that an import knows of the tables."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from services.backup.errors import Damaged, NotRestorable
from services.portability.kinds import Column, Kind, Layout

FORMAT: Final = 1
NAME: Final = "description.json"
_CONVENTIONS: Final = {
    "encoding": "UTF-8, RFC 4180: comma, CRLF, names in the first line",
    "null": 'an empty field without quotation marks; "" is an empty text',
    "boolean": "true, false",
    "moment": "UTC, 2026-11-27T06:30:00.000000Z",
    "date": "2026-11-27",
    "time": "06:30:00.000000",
    "bytes": "Base64 (RFC 4648)",
    "json": "the text as it is stored",
    "order": "rows by primary key; texts by the bytes of their UTF-8",
}


@dataclass(frozen=True, slots=True)
class WrittenFile:
    """A file of the export, by its path in the folder."""

    path: str
    bytes: int
    sha256: str


@dataclass(frozen=True, slots=True)
class WrittenTable:
    """The files of a table. `last_number`: the last one that the database gave, which may belong to a deleted row."""

    layout: Layout
    rows: int
    last_number: int | None
    parquet: WrittenFile
    csv: WrittenFile


@dataclass(frozen=True, slots=True)
class Export:
    """A whole export. All that was committed before `moment` is in it."""

    moment: datetime
    version: str
    revision: str
    database: str
    """`sqlite` or `postgresql`."""
    has_secret: bool
    tables: Sequence[WrittenTable]
    files: Sequence[WrittenFile] = field(default_factory=tuple)
    """Files of the data folder."""

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables)

    @property
    def counts(self) -> dict[str, int]:
        return {table.layout.name: table.rows for table in self.tables}


def as_json(export: Export, words: Mapping[str, Mapping[str, Any]]) -> str:
    """The description. `words`: what is said about each table, and under `columns` about its columns."""
    body = {
        "format": FORMAT,
        "product": "Voltigo",
        "version": export.version,
        "revision": export.revision,
        "moment": export.moment.isoformat(),
        "database": export.database,
        "has_secret": export.has_secret,
        "csv": _CONVENTIONS,
        "tables": {table.layout.name: _table(table, words[table.layout.name]) for table in export.tables},
        "files": [_file(one) for one in export.files],
    }
    return json.dumps(body, ensure_ascii=False, indent=2) + "\n"


def _table(table: WrittenTable, words: Mapping[str, Any]) -> dict[str, Any]:
    of_columns = words["columns"]
    columns = [
        {"name": one.name, "kind": str(one.kind), "nullable": one.is_nullable, **of_columns[one.name]}
        for one in table.layout.columns
    ]
    return {
        **{name: value for name, value in words.items() if name != "columns"},
        "rows": table.rows,
        "last_number": table.last_number,
        "primary_key": list(table.layout.key),
        "columns": columns,
        "parquet": _file(table.parquet),
        "csv": _file(table.csv),
    }


def _file(written: WrittenFile) -> dict[str, Any]:
    return {"path": written.path, "bytes": written.bytes, "sha256": written.sha256}


def from_json(text: str) -> Export:
    """The export that a description describes. Raises Damaged, NotRestorable."""
    try:
        body = json.loads(text)
        if body["product"] != "Voltigo":
            raise Damaged("Die Beschreibung ist nicht die eines Exports von Voltigo.")
        if body["format"] != FORMAT:
            raise NotRestorable(f"Der Export stammt von einem neueren Voltigo (Format {body['format']}).")
        return Export(
            moment=datetime.fromisoformat(body["moment"]),
            version=str(body["version"]),
            revision=str(body["revision"]),
            database=str(body["database"]),
            has_secret=bool(body["has_secret"]),
            tables=[_read_table(name, table) for name, table in body["tables"].items()],
            files=[WrittenFile(**one) for one in body["files"]],
        )
    except (KeyError, TypeError, ValueError) as error:
        raise Damaged(f"{NAME} ist keine Beschreibung, wie `voltigo export` sie schreibt.") from error


def _read_table(name: str, body: Mapping[str, Any]) -> WrittenTable:
    columns = [Column(one["name"], Kind(one["kind"]), one["nullable"]) for one in body["columns"]]
    layout = Layout(name, columns, list(body["primary_key"]))
    files = WrittenFile(**body["parquet"]), WrittenFile(**body["csv"])
    return WrittenTable(layout, int(body["rows"]), body["last_number"], *files)
