"""Schema of exported relations: columns, and the SQL that reads them on SQLite and PostgreSQL.

A column has a kind. The database returns its native type (SQLite: timestamps, days and flags as text and numbers),
DuckDB converts it to the type of the kind, so models see the same relation with either database.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Literal

from analytics.touch_fields import CLICKED_AD, DEVICE, TOUCH_FIELDS


class Kind(StrEnum):
    """Column types, named as in DuckDB. Timestamps are naive UTC, days are days in Berlin."""

    WHOLE = "BIGINT"
    SMALL = "SMALLINT"
    MOMENT = "TIMESTAMP"
    DAY = "DATE"
    FLAG = "BOOLEAN"
    TEXT = "VARCHAR"


_KEPT_AS_TEXT = frozenset({Kind.MOMENT, Kind.DAY, Kind.TEXT})
"""Kinds SQLite stores as text."""
_BITS = {Kind.FLAG: 1, Kind.SMALL: 8}
"""Bits per value: small numbers are 0 to 255."""
_PACKED = "packed"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a relation. `sqlite` and `postgresql` are the expressions it is read from, if not its name."""

    name: str
    kind: Kind
    is_nullable: bool = False
    sqlite: str = ""
    postgresql: str = ""
    is_zero_on_sqlite: bool = False

    @property
    def is_packed(self) -> bool:
        """Whether SQLite returns it as bits of a packed number."""
        return self.kind in _BITS and not self.is_nullable

    def read_postgresql(self) -> str:
        """The column in a PostgreSQL SELECT."""
        source = self.postgresql or self.name
        zone = " AT TIME ZONE 'UTC'" if self.kind is Kind.MOMENT else ""
        whole = "::bigint" if self.kind is Kind.WHOLE else ""
        return f"({source}){whole}{zone} AS {self.name}"

    def read_sqlite(self) -> str:
        """The column in a SQLite SELECT."""
        source = self.sqlite or self.name
        # The driver infers a column's type from its first values: without any, it would take text for numbers.
        return f"coalesce({source}, '') AS {self.name}" if self._is_guarded else f"{source} AS {self.name}"

    def clean_sqlite(self) -> str:
        """DuckDB expression that converts the value SQLite returned."""
        if self.is_zero_on_sqlite:
            return "0"
        if self.kind not in _KEPT_AS_TEXT:
            return f'"{self.name}"'
        source = f'CAST("{self.name}" AS VARCHAR)'
        return f"nullif({source}, '')" if self._is_guarded else source

    @property
    def _is_guarded(self) -> bool:
        return self.is_nullable and self.kind in _KEPT_AS_TEXT


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation of schema `source`: its table, columns and row filter."""

    name: str
    table: str
    columns: tuple[Column, ...]
    condition: Mapping[str, str] = field(default_factory=dict)
    """SQL condition by dialect; none: all rows."""
    changes: Literal["counted", "added", "compared"] = "counted"
    """How a run sees that rows have changed: by the table's counter; by their number, of a table whose rows are only
    ever added; by reading them, of a small table without either.
    """

    def select(self, dialect: str, condition: str = "", *, packs: bool = True) -> str:
        """The SELECT in the database; `condition` is an additional filter. Without `packs` values are not packed."""
        if dialect == "postgresql":
            columns = [column.read_postgresql() for column in self.columns]
        else:
            columns = self._sqlite_columns(packs=packs)
        conditions = [text for text in (self.condition.get(dialect, ""), condition) if text]
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return f"SELECT {', '.join(columns)} FROM {self.table}{where}"

    def cleaned(self, dialect: str, source: str, *, packs: bool = True) -> str:
        """The DuckDB SELECT that converts the database's rows, read as `source`, into this relation."""
        places = self._packed_places() if packs and dialect == "sqlite" else {}
        columns = []
        for column in self.columns:
            value = column.clean_sqlite() if dialect == "sqlite" else f'"{column.name}"'
            if column.name in places:
                value = f"({_PACKED} >> {places[column.name]}) & {(1 << _BITS[column.kind]) - 1}"
            columns.append(f'CAST({value} AS {column.kind}) AS "{column.name}"')
        return f"SELECT {', '.join(columns)} FROM {source}"

    def _sqlite_columns(self, *, packs: bool) -> list[str]:
        """Small values are packed together: the cost of transfer is per value, whatever its size."""
        places = self._packed_places() if packs else {}
        columns = [c.read_sqlite() for c in self.columns if c.name not in places and not c.is_zero_on_sqlite]
        packed = " | ".join(f"({name} << {place})" for name, place in places.items())
        return [*columns, f"({packed}) AS {_PACKED}"] if places else columns

    def _packed_places(self) -> dict[str, int]:
        """First bit of each packed value."""
        places, place = {}, 0
        for column in self.columns:
            if column.is_packed:
                places[column.name] = place
                place += _BITS[column.kind]
        return places


def _columns(kind: Kind, *names: str) -> tuple[Column, ...]:
    return tuple(Column(name, kind) for name in names)


_TOUCH = _columns(Kind.TEXT, *TOUCH_FIELDS, CLICKED_AD, DEVICE)
_POSITION = (Column("written_in", Kind.WHOLE, is_zero_on_sqlite=True), Column("id", Kind.WHOLE))
"""Read only for the ingest; `written_in` is not stored."""

VISITS = Relation(
    "visits",
    "visits",
    (
        *_POSITION,
        Column("at", Kind.MOMENT),
        Column("day", Kind.DAY),
        Column("visitor", Kind.WHOLE),
        Column("step", Kind.SMALL),
        Column("path", Kind.TEXT),
        Column("is_arrival", Kind.FLAG),
        *_TOUCH,
        Column("consent", Kind.SMALL),
        *_columns(Kind.FLAG, "is_bot", "is_referrer_spam"),
    ),
)
TOUCHES = Relation(
    "touches",
    "reservation_touches",
    (
        *_POSITION,
        *_columns(Kind.WHOLE, "reservation_id", "position"),
        Column("at", Kind.MOMENT),
        *_TOUCH,
    ),
)

_BERLIN_DAY = "CAST((\"at\" AT TIME ZONE 'UTC') AT TIME ZONE 'Europe/Berlin' AS DATE)"


@dataclass(frozen=True, slots=True)
class Dataset:
    """An append-only relation exported to files. `day` is the day in Berlin of a cleaned row."""

    relation: Relation
    day: str

    @property
    def name(self) -> str:
        return self.relation.name

    @property
    def table(self) -> str:
        return self.relation.table

    @property
    def stored_columns(self) -> tuple[str, ...]:
        """The columns of its files."""
        names = [column.name for column in self.relation.columns if column.name != "written_in"]
        return tuple(dict.fromkeys((*names, "day")))

    def chosen(self, *more: str) -> str:
        """The columns of its files, and `more`, for a DuckDB SELECT over cleaned rows."""
        names = (*more, *self.stored_columns)
        return ", ".join(f"{self.day} AS day" if name == "day" else f'"{name}"' for name in names)

    @property
    def stored(self) -> str:
        """The columns of its files, for a DuckDB SELECT over the files."""
        return ", ".join(f'"{name}"' for name in self.stored_columns)

    @property
    def types(self) -> dict[str, str]:
        """DuckDB types of the columns of its files."""
        kinds = {column.name: column.kind.value for column in self.relation.columns}
        return {name: kinds.get(name, Kind.DAY.value) for name in self.stored_columns}


DATASETS: Mapping[str, Dataset] = {
    "visits": Dataset(VISITS, "day"),
    "touches": Dataset(TOUCHES, _BERLIN_DAY),
}
ROLLUP = "visit_days"
"""The dataset derived from `visits`: one row per day and origin."""
LAYOUT = 2
"""Incremented when files get a column or the rollup another rule. Files of a lower one, which an older server has
written or is still writing, are not read: their rows come from the database until they are ingested again.
"""
