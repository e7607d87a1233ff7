"""Rows of a SQLite file, as SQLAlchemy stores them there."""

import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from services.backup.capture import sqlite
from services.backup.errors import NotRestorable
from services.portability.kinds import Batches, Kind, Layout, Row

_FULL_TEXT: Final = "reservation_terms"
"""SQLite's full text of the reservations; it is made from their `search_text`."""


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def _moment_text(value: datetime) -> str:
    return value.astimezone(UTC).replace(tzinfo=None).isoformat(sep=" ", timespec="microseconds")


def _time_text(value: time) -> str:
    return value.isoformat(timespec="microseconds")


_FROM_STORED: Final[Mapping[Kind, Callable[[Any], Any]]] = {
    Kind.BOOLEAN: bool,
    Kind.MOMENT: _moment,
    Kind.DATE: date.fromisoformat,
    Kind.TIME: time.fromisoformat,
    Kind.UUID: lambda text: str(UUID(text)),
}
_TO_STORED: Final[Mapping[Kind, Callable[[Any], Any]]] = {
    Kind.BOOLEAN: int,
    Kind.MOMENT: _moment_text,
    Kind.DATE: date.isoformat,
    Kind.TIME: _time_text,
    Kind.UUID: lambda text: UUID(text).hex,
}


class SqliteReader:
    kind = "sqlite"

    def __init__(self, connection: sqlite3.Connection, revision: str) -> None:
        self._connection = connection
        self.revision = revision

    def rows(self, layout: Layout) -> Iterator[list[Row]]:
        chosen = f"SELECT {_listed(layout.names)} FROM {_quoted(layout.name)} ORDER BY {_listed(layout.key)}"  # noqa: S608
        with closing(self._connection.cursor()) as cursor:
            cursor.execute(chosen)
            while batch := cursor.fetchmany(layout.batch_rows):
                yield _converted(batch, layout.kinds, _FROM_STORED)

    def count(self, layout: Layout) -> int:
        return int(self._connection.execute(f"SELECT count(*) FROM {_quoted(layout.name)}").fetchone()[0])  # noqa: S608

    def last_number(self, layout: Layout) -> int | None:
        """See Reader: of tables that never give a number twice."""
        if layout.numbered_by is None:
            return None
        found = self._connection.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (layout.name,)).fetchone()
        return int(found[0]) if found else None


@contextmanager
def reader(path: Path, folder: Path) -> Iterator[SqliteReader]:
    """The database at one moment, from a private copy in `folder`, so that writers are not kept waiting."""
    with sqlite.copied(path, folder) as (_copy, connection):
        revision, _tables = sqlite.described(connection)
        yield SqliteReader(connection, revision)


@contextmanager
def loaded(
    path: Path, layouts: Sequence[Layout], batches: Batches, last_number: Callable[[Layout], int | None]
) -> Iterator[SqliteReader]:
    """Replace all rows of a file whose schema the migrations have built. Inside the block the new rows can be read; if
    it raises, nothing has changed. Triggers are away meanwhile: they would count, queue and refuse.
    """
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        triggers = connection.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _definition in triggers:
            connection.execute(f"DROP TRIGGER {_quoted(name)}")
        for layout in layouts:
            connection.execute(f"DELETE FROM {_quoted(layout.name)}")  # noqa: S608 - names of our tables
            for batch in batches(layout):
                _insert(connection, layout, batch)
            _number_on(connection, layout, last_number(layout))
        connection.execute(f"INSERT INTO {_FULL_TEXT} ({_FULL_TEXT}) VALUES ('rebuild')")  # noqa: S608
        for _name, definition in triggers:
            connection.execute(definition)
        if (orphan := connection.execute("PRAGMA foreign_key_check").fetchone()) is not None:
            raise NotRestorable(
                f"Eine Zeile von {orphan[0]} nennt eine Zeile von {orphan[2]}, die nicht im Export ist."
            )
        yield SqliteReader(connection, "")
        connection.execute("COMMIT")


def _insert(connection: sqlite3.Connection, layout: Layout, batch: list[Row]) -> None:
    marks = ", ".join("?" * len(layout.columns))
    into = f"INSERT INTO {_quoted(layout.name)} ({_listed(layout.names)}) VALUES ({marks})"  # noqa: S608
    try:
        connection.executemany(into, _converted(batch, layout.kinds, _TO_STORED))
    except (sqlite3.IntegrityError, sqlite3.OperationalError) as error:
        raise NotRestorable(f"Die Datenbank nimmt eine Zeile von {layout.name} nicht an: {error}.") from error


def _number_on(connection: sqlite3.Connection, layout: Layout, last: int | None) -> None:
    if last is None or layout.numbered_by is None:
        return
    counts = "SELECT sql LIKE '%AUTOINCREMENT%' FROM sqlite_master WHERE name = ?"
    if not connection.execute(counts, (layout.name,)).fetchone()[0]:
        return  # continues after the highest id
    (highest,) = connection.execute(f"SELECT max({_quoted(layout.key[0])}) FROM {_quoted(layout.name)}").fetchone()  # noqa: S608
    connection.execute("DELETE FROM sqlite_sequence WHERE name = ?", (layout.name,))
    connection.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (layout.name, max(last, highest or 0)))


def _converted(batch: list[Row], kinds: list[Kind], ways: Mapping[Kind, Callable[[Any], Any]]) -> list[Row]:
    """The rows with each value converted that has a way; None stays."""
    places = [(place, ways[kind]) for place, kind in enumerate(kinds) if kind in ways]
    rows = []
    for row in batch:
        values = list(row)
        for place, way in places:
            if values[place] is not None:
                values[place] = way(values[place])
        rows.append(tuple(values))
    return rows


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def _listed(names: Sequence[str]) -> str:
    return ", ".join(map(_quoted, names))
