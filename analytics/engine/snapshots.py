"""One consistent picture of the database, handed over as Arrow through ADBC.

PostgreSQL: one read-only transaction of isolation REPEATABLE READ.

SQLite: what is wanted is copied into a file of its own within one read transaction of Python's own SQLite, and ADBC
reads that file. ADBC brings a second SQLite library along. Two of them in one process do not see each other's locks,
and the first that closes the live file drops the locks of both: a checkpoint could then overwrite what a reader still
reads. The copy costs a third of the reading and keeps the live file in one pair of hands.
"""

import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol
from urllib.parse import quote

from sqlalchemy.engine import make_url

if TYPE_CHECKING:
    from pyarrow import RecordBatchReader

# The drivers are loaded when they are first used, and without their DB-API, which would load pandas: neither the start
# of the server nor its memory has to pay for reports.

_BATCH_ROWS = "65536"
_PREFIX = "copy-"


class Snapshot(Protocol):
    """What a moment of the database looked like. First look, then name what to take, then read it once."""

    dialect: str

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """The rows of a small query."""

    def take(self, name: str, query: str) -> None:
        """Remember to hand over the rows of `query` as `name`."""

    def read(self) -> Iterator[tuple[str, "RecordBatchReader"]]:
        """Everything taken, as streams in the order in which it was named; each is read before the next is asked for.

        Ends the looking: nothing more can be taken.
        """


def is_sqlite(url: str) -> bool:
    """Whether a SQLAlchemy address names a SQLite file."""
    return make_url(url).get_backend_name() == "sqlite"


@contextmanager
def snapshot(url: str, runs: Path) -> Iterator[Snapshot]:
    """A picture of the database at a SQLAlchemy address, as it is now; what SQLite needs a copy of lies in `runs`."""
    address = make_url(url)
    if is_sqlite(url):
        with tempfile.TemporaryDirectory(prefix=_PREFIX, dir=runs) as folder:
            picture = _SqliteSnapshot(Path(str(address.database)), Path(folder))
            with closing(picture):
                yield picture
        return
    import adbc_driver_manager
    import adbc_driver_postgresql

    uri = address.set(drivername="postgresql").render_as_string(hide_password=False)
    with adbc_driver_postgresql.connect(uri) as database, adbc_driver_manager.AdbcConnection(database) as connection:
        connection.set_autocommit(False)
        begun = _PostgresqlSnapshot(connection)
        begun.rows("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield begun
        connection.rollback()


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


class _PostgresqlSnapshot:
    dialect = "postgresql"

    def __init__(self, connection: Any) -> None:
        self._connection = connection
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
                yield name, reader


class _SqliteSnapshot:
    dialect = "sqlite"

    def __init__(self, live: Path, folder: Path) -> None:
        self._copy = folder / "copy.sqlite3"
        self._taken: Sequence[str] = ()
        self._connection = sqlite3.connect(_address(self._copy), uri=True, isolation_level=None)
        # The copy is thrown away after the run: nothing of it need survive a crash.
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
