"""Kinds of values and tables of an export, and the database interface that `sqlite` and `postgresql` implement."""

import base64
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time
from enum import StrEnum
from typing import Any, Final, Protocol

import pyarrow as pa
from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Date,
    Float,
    Integer,
    LargeBinary,
    SmallInteger,
    String,
    Table,
    Time,
    Uuid,
)
from sqlalchemy.types import TypeEngine

from services.core.db.db import UtcDateTime


class Kind(StrEnum):
    """Kind of a column's values; a name in `description.json`."""

    INTEGER = "integer"
    BOOLEAN = "boolean"
    TEXT = "text"
    JSON = "json"
    MOMENT = "moment"
    DATE = "date"
    TIME = "time"
    UUID = "uuid"
    BYTES = "bytes"
    FLOAT = "float"


_OF_TYPES: Final[tuple[tuple[type[TypeEngine[Any]], Kind], ...]] = (
    (UtcDateTime, Kind.MOMENT),
    (Boolean, Kind.BOOLEAN),
    (BigInteger, Kind.INTEGER),
    (SmallInteger, Kind.INTEGER),
    (Integer, Kind.INTEGER),
    (JSON, Kind.JSON),
    (Date, Kind.DATE),
    (Time, Kind.TIME),
    (Uuid, Kind.UUID),
    (LargeBinary, Kind.BYTES),
    (String, Kind.TEXT),
    (Float, Kind.FLOAT),
)
ARROW_TYPES: Final[Mapping[Kind, pa.DataType]] = {
    Kind.INTEGER: pa.int64(),
    Kind.BOOLEAN: pa.bool_(),
    Kind.TEXT: pa.string(),
    Kind.JSON: pa.string(),
    Kind.MOMENT: pa.timestamp("us", tz="UTC"),
    Kind.DATE: pa.date32(),
    Kind.TIME: pa.time64("us"),
    Kind.UUID: pa.string(),
    Kind.BYTES: pa.binary(),
    Kind.FLOAT: pa.float64(),
}
QUOTED: Final = frozenset({Kind.TEXT, Kind.JSON, Kind.UUID, Kind.BYTES})
"""Always in quotation marks in CSV, so that an empty value differs from none."""


def kind_of(column_type: TypeEngine[Any]) -> Kind:
    """The kind of a model's column. Raises TypeError for a type that no export can hold yet."""
    for known, kind in _OF_TYPES:
        if isinstance(column_type, known):
            return kind
    raise TypeError(f"{column_type!r} has no kind in an export")


def _moment_text(value: datetime) -> str:
    return f"{value.astimezone(UTC).isoformat(timespec='microseconds')[:26]}Z"


def _time_text(value: time) -> str:
    return value.isoformat(timespec="microseconds")


def _bytes_text(value: bytes) -> str:
    return base64.b64encode(value).decode()


def _boolean(text: str) -> bool:
    return {"true": True, "false": False}[text]


def _bytes(text: str) -> bytes:
    return base64.b64decode(text, validate=True)


TO_TEXT: Final[Mapping[Kind, Callable[[Any], str]]] = {
    Kind.INTEGER: str,
    Kind.BOOLEAN: lambda value: "true" if value else "false",
    Kind.TEXT: str,
    Kind.JSON: str,
    Kind.MOMENT: _moment_text,
    Kind.DATE: date.isoformat,
    Kind.TIME: _time_text,
    Kind.UUID: str,
    Kind.BYTES: _bytes_text,
    Kind.FLOAT: repr,
}
"""A value in CSV, before quoting."""
FROM_TEXT: Final[Mapping[Kind, Callable[[str], Any]]] = {
    Kind.INTEGER: int,
    Kind.BOOLEAN: _boolean,
    Kind.TEXT: str,
    Kind.JSON: str,
    Kind.MOMENT: datetime.fromisoformat,
    Kind.DATE: date.fromisoformat,
    Kind.TIME: time.fromisoformat,
    Kind.UUID: str,
    Kind.BYTES: _bytes,
    Kind.FLOAT: float,
}
"""The way back. Raises ValueError or KeyError for text that is not of the kind."""


Row = tuple[Any, ...]
"""Values of one row in the order of the columns, as Python has them: int, bool, str, date, aware datetime, bytes."""


@dataclass(frozen=True, slots=True)
class Column:
    name: str
    kind: Kind
    is_nullable: bool


@dataclass(frozen=True, slots=True)
class Layout:
    """One table: its columns, and the sort key of its rows."""

    name: str
    columns: Sequence[Column]
    key: Sequence[str]

    @property
    def names(self) -> list[str]:
        return [column.name for column in self.columns]

    @property
    def kinds(self) -> list[Kind]:
        return [column.kind for column in self.columns]

    @property
    def batch_rows(self) -> int:
        """Rows in memory at once: few, since a row may hold a file of several megabytes."""
        return 8 if Kind.BYTES in self.kinds else 2_000

    @property
    def numbered_by(self) -> str | None:
        """The column that the database numbers by itself; None if there is none."""
        kinds = {column.name: column.kind for column in self.columns}
        return self.key[0] if len(self.key) == 1 and kinds[self.key[0]] is Kind.INTEGER else None


def layout_of(table: Table) -> Layout:
    """The layout of a table of this code's models."""
    columns = [Column(column.name, kind_of(column.type), bool(column.nullable)) for column in table.columns]
    return Layout(table.name, columns, [column.name for column in table.primary_key.columns])


Batches = Callable[[Layout], Iterator[list[Row]]]
"""Gives the rows of a table, by its key, in batches."""


class Reader(Protocol):
    """A database at one moment."""

    kind: str
    revision: str

    def rows(self, layout: Layout) -> Iterator[list[Row]]:
        """All rows of a table by its key, texts in the order of their bytes."""

    def count(self, layout: Layout) -> int:
        """How many they are."""

    def last_number(self, layout: Layout) -> int | None:
        """The last number that the database gave to a row; None where it does not count."""
