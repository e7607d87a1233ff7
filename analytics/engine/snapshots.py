"""Consistent snapshots of the database, read as Arrow through ADBC.

PostgreSQL: one read-only transaction of isolation REPEATABLE READ.

SQLite: the required rows are copied to a separate file within one read transaction of Python's own SQLite, and ADBC
reads that file. ADBC includes a second SQLite library. Two of them in one process do not see each other's locks, and
the first to close the live file drops the locks of both: a checkpoint could then overwrite pages still being read. The
copy costs a third of the reading time and ensures that only one library opens the live file.
"""

import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Protocol
from urllib.parse import quote

from sqlalchemy.engine import URL, make_url

if TYPE_CHECKING:
    from adbc_driver_manager import AdbcDatabase
    from pyarrow import RecordBatch, RecordBatchReader

# Drivers are imported on first use, and without their DB-API, which would import pandas: this keeps server startup and
# memory free of reporting costs.

_BATCH_ROWS = "65536"
_PREFIX = "copy-"


class Snapshot(Protocol):
    """A database snapshot. First query it, then register queries to read, then read them once."""

    dialect: str

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of a small query."""

    def take(self, name: str, query: str) -> None:
        """Register the rows of `query` to be read as `name`."""

    def read(self) -> Iterator[tuple[str, "RecordBatchReader"]]:
        """All registered queries as streams, in order; each must be consumed before the next is requested.

        Ends the snapshot: nothing more can be registered.
        """


def is_sqlite(url: str) -> bool:
    """Whether a SQLAlchemy URL refers to a SQLite file."""
    return make_url(url).get_backend_name() == "sqlite"


class SourceAway(ConnectionError):
    """The database cannot be read now: it is away, or there is no room for the copy of it."""


@contextmanager
def snapshot(url: str, runs: Path) -> Iterator[Snapshot]:
    """A snapshot of the database at a SQLAlchemy URL, as of now; SQLite's copy is placed in `runs`. Raises SourceAway,
    also while it is read.
    """
    import adbc_driver_manager

    cut_off: list[Exception] = []
    try:
        with _snapshot(url, runs, cut_off) as picture:
            yield picture
    except (adbc_driver_manager.OperationalError, sqlite3.OperationalError) as error:
        raise SourceAway(type(error).__name__) from error
    except Exception as error:
        if cut_off:
            raise SourceAway(type(cut_off[0]).__name__) from error
        raise


@contextmanager
def _snapshot(url: str, runs: Path, cut_off: list[Exception]) -> Iterator[Snapshot]:
    address = make_url(url)
    if is_sqlite(url):
        with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=runs) as folder:
            picture = _SqliteSnapshot(Path(str(address.database)), Path(folder))
            with closing(picture):
                yield picture
        return
    import adbc_driver_manager

    with adbc_driver_manager.AdbcConnection(_postgresql(_conninfo(address))) as connection:
        connection.set_autocommit(False)
        begun = _PostgresqlSnapshot(connection, cut_off)
        begun.rows("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        for statement in _FORMS:
            begun.rows(statement)
        yield begun
        connection.rollback()


@lru_cache(maxsize=16)
def _postgresql(conninfo: str) -> "AdbcDatabase":
    """The driver's types of a server, read from the columns of all tables: far longer than a report reads rows.
    It keeps no connection, and the types of our columns have the same numbers everywhere.
    """
    import adbc_driver_postgresql

    opened: AdbcDatabase = adbc_driver_postgresql.connect(conninfo)
    return opened


def _conninfo(address: URL) -> str:
    """For libpq, which unlike SQLAlchemy takes several hosts as a list."""
    from psycopg.conninfo import make_conninfo

    _, options = address.get_dialect()().create_connect_args(address)
    return make_conninfo(**options)


@contextmanager
def _stream(connection: Any, query: str, **options: str) -> Iterator["RecordBatchReader"]:
    """The rows of a query as a stream."""
    import adbc_driver_manager
    import pyarrow

    with adbc_driver_manager.AdbcStatement(connection) as statement:
        statement.set_options(**options)
        statement.set_sql_query(query)
        handle, _ = statement.execute_query()
        with pyarrow.RecordBatchReader.from_stream(handle) as reader:
            yield reader


def _noted(reader: "RecordBatchReader", cut_off: list[Exception]) -> "RecordBatchReader":
    """The same rows. Keeps an error that ends them early: DuckDB, which reads them, reports it as an input error."""
    import pyarrow

    def batches() -> "Iterator[RecordBatch]":
        try:
            yield from reader
        except Exception as error:
            cut_off.append(error)
            raise

    return pyarrow.RecordBatchReader.from_batches(reader.schema, batches())


_FORMS: Final = ("SET TIME ZONE 'UTC'", "SET datestyle = 'ISO, YMD'", "SET extra_float_digits = 1")
"""How moments and numbers are written where a query makes text of them, whatever server and role are set to."""


class _PostgresqlSnapshot:
    dialect = "postgresql"

    def __init__(self, connection: Any, cut_off: list[Exception]) -> None:
        self._connection = connection
        self._cut_off = cut_off
        self._taken: list[tuple[str, str]] = []

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        with _stream(self._connection, query) as reader:
            columns = reader.read_all().to_pydict().values()
            return list(zip(*columns, strict=True))

    def take(self, name: str, query: str) -> None:
        self._taken.append((name, query))

    def read(self) -> Iterator[tuple[str, "RecordBatchReader"]]:
        for name, query in self._taken:
            with _stream(self._connection, query) as reader:
                yield name, _noted(reader, self._cut_off)


class _SqliteSnapshot:
    dialect = "sqlite"

    def __init__(self, live: Path, folder: Path) -> None:
        self._copy = folder / "copy.sqlite3"
        self._taken: Sequence[str] = ()
        self._connection = sqlite3.connect(_address(self._copy), uri=True, isolation_level=None)
        # The copy is deleted after the run and need not survive a crash.
        for pragma in ("journal_mode=OFF", "synchronous=OFF", "page_size=65536", "temp_store=MEMORY"):
            self._connection.execute(f"PRAGMA main.{pragma}" if "store" not in pragma else f"PRAGMA {pragma}")
        self._connection.execute("ATTACH ? AS live", [f"{_address(live)}?mode=ro"])
        self._connection.execute("BEGIN")

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        return self._connection.execute(query).fetchall()

    def take(self, name: str, query: str) -> None:
        self._connection.execute(f'CREATE TABLE main."taken {name}" AS {query}')
        self._taken = [*self._taken, name]

    def read(self) -> Iterator[tuple[str, "RecordBatchReader"]]:
        self._connection.execute("COMMIT")
        self._connection.execute("DETACH live")
        if not self._taken:
            return
        import adbc_driver_manager
        import adbc_driver_sqlite

        options = {adbc_driver_sqlite.StatementOptions.BATCH_ROWS.value: _BATCH_ROWS}
        uri = f"{_address(self._copy)}?mode=ro"
        with adbc_driver_sqlite.connect(uri) as database, adbc_driver_manager.AdbcConnection(database) as connection:
            for name in self._taken:
                with _stream(connection, f'SELECT * FROM "taken {name}"', **options) as reader:
                    yield name, reader

    def close(self) -> None:
        self._connection.close()


def _address(path: Path) -> str:
    return f"file:{quote(str(path))}"
