"""What leaves the database: each relation's columns, and the SQL that reads them on SQLite and on PostgreSQL.

A column has a kind. The database hands it over as it keeps it (SQLite: moments, days and flags as text and numbers),
DuckDB turns it into the one type the kind stands for, so models see the same relation whatever the database is.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from analytics.touch_fields import TOUCH_FIELDS


class Kind(StrEnum):
    """Types of columns, named as DuckDB calls them. Moments are UTC without a sign of it, days are days in Berlin."""

    WHOLE = "BIGINT"
    SMALL = "SMALLINT"
    MOMENT = "TIMESTAMP"
    DAY = "DATE"
    FLAG = "BOOLEAN"
    TEXT = "VARCHAR"


_KEPT_AS_TEXT = frozenset({Kind.MOMENT, Kind.DAY, Kind.TEXT})
"""What SQLite keeps as text."""
_BITS = {Kind.FLAG: 1, Kind.SMALL: 8}
"""So many bits a value needs: small numbers are 0 to 255."""
_PACKED = "packed"


@dataclass(frozen=True, slots=True)
class Column:
    """One column of a relation. `sqlite` and `postgresql` are what it is read from where that is not its name."""

    name: str
    kind: Kind
    is_nullable: bool = False
    sqlite: str = ""
    postgresql: str = ""
    is_zero_on_sqlite: bool = False

    @property
    def is_packed(self) -> bool:
        """Whether SQLite hands it over as some bits of one number."""
        return self.kind in _BITS and not self.is_nullable

    def read_postgresql(self) -> str:
        """The column of a SELECT in PostgreSQL."""
        source = self.postgresql or self.name
        zone = " AT TIME ZONE 'UTC'" if self.kind is Kind.MOMENT else ""
        whole = "::bigint" if self.kind is Kind.WHOLE else ""
        return f"({source}){whole}{zone} AS {self.name}"

    def read_sqlite(self) -> str:
        """The column of a SELECT in SQLite."""
        source = self.sqlite or self.name
        # The driver tells a column's type from its first values: without a single one it would take text for numbers.
        return f"coalesce({source}, '') AS {self.name}" if self._is_guarded else f"{source} AS {self.name}"

    def clean_sqlite(self) -> str:
        """The value in DuckDB of what SQLite handed over."""
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
    """A relation of the schema `source`: from which table, which columns, and which of its rows."""

    name: str
    table: str
    columns: tuple[Column, ...]
    condition: Mapping[str, str] = field(default_factory=dict)
    """SQL condition by dialect; none: every row."""

    def select(self, dialect: str, condition: str = "", *, packs: bool = True) -> str:
        """The SELECT in the database; `condition` narrows it further. Without `packs` each value travels alone."""
        if dialect == "postgresql":
            columns = [column.read_postgresql() for column in self.columns]
        else:
            columns = self._sqlite_columns(packs=packs)
        conditions = [text for text in (self.condition.get(dialect, ""), condition) if text]
        where = f" WHERE {' AND '.join(conditions)}" if conditions else ""
        return f"SELECT {', '.join(columns)} FROM {self.table}{where}"

    def cleaned(self, dialect: str, source: str, *, packs: bool = True) -> str:
        """The SELECT in DuckDB that turns what the database handed over as `source` into this relation."""
        places = self._packed_places() if packs and dialect == "sqlite" else {}
        columns = []
        for column in self.columns:
            value = column.clean_sqlite() if dialect == "sqlite" else f'"{column.name}"'
            if column.name in places:
                value = f"({_PACKED} >> {places[column.name]}) & {(1 << _BITS[column.kind]) - 1}"
            columns.append(f'CAST({value} AS {column.kind}) AS "{column.name}"')
        return f"SELECT {', '.join(columns)} FROM {source}"

    def _sqlite_columns(self, *, packs: bool) -> list[str]:
        """Small values travel together: what is handed over costs by the value, whatever its size."""
        places = self._packed_places() if packs else {}
        columns = [c.read_sqlite() for c in self.columns if c.name not in places and not c.is_zero_on_sqlite]
        packed = " | ".join(f"({name} << {place})" for name, place in places.items())
        return [*columns, f"({packed}) AS {_PACKED}"] if places else columns

    def _packed_places(self) -> dict[str, int]:
        """The first bit of each value that travels together with others."""
        places, place = {}, 0
        for column in self.columns:
            if column.is_packed:
                places[column.name] = place
                place += _BITS[column.kind]
        return places


def _columns(kind: Kind, *names: str) -> tuple[Column, ...]:
    return tuple(Column(name, kind) for name in names)


_TOUCH = _columns(Kind.TEXT, *TOUCH_FIELDS)
_POSITION = (Column("written_in", Kind.WHOLE, is_zero_on_sqlite=True), Column("id", Kind.WHOLE))
"""Read for carrying only; `written_in` is no part of the store."""

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
    """A relation that grows without end and is carried into files. `day` is the day in Berlin of a cleaned row."""

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
        """What its files hold."""
        names = [column.name for column in self.relation.columns if column.name != "written_in"]
        return tuple(dict.fromkeys((*names, "day")))

    def chosen(self, *more: str) -> str:
        """What its files hold, and `more`, as the columns of a SELECT in DuckDB over cleaned rows."""
        names = (*more, *self.stored_columns)
        return ", ".join(f"{self.day} AS day" if name == "day" else f'"{name}"' for name in names)

    @property
    def stored(self) -> str:
        """What its files hold, as the columns of a SELECT in DuckDB over them."""
        return ", ".join(f'"{name}"' for name in self.stored_columns)

    @property
    def types(self) -> dict[str, str]:
        """DuckDB types of what its files hold."""
        kinds = {column.name: column.kind.value for column in self.relation.columns}
        return {name: kinds.get(name, Kind.DAY.value) for name in self.stored_columns}


DATASETS: Mapping[str, Dataset] = {
    "visits": Dataset(VISITS, "day"),
    "touches": Dataset(TOUCHES, _BERLIN_DAY),
}
ROLLUP = "visit_days"
"""The dataset made of `visits`: one row a day and origin."""
