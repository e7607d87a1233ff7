"""What every DuckDB here has in common: in memory, bounded, and gone with its temporary folder."""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb

from analytics.store.catalogue import Store

Connection = duckdb.DuckDBPyConnection
Interrupted = duckdb.InterruptException
"""Raised where a connection works when another thread calls its `interrupt()`."""
Closed = duckdb.ConnectionException
"""Raised by a connection that another thread has closed meanwhile."""

_THREADS = 2


def connect(store: Store, spill: Path, *, keeps_order: bool = False) -> Connection:
    """A database in memory that puts what exceeds its memory below `spill`, a folder it makes and removes itself."""
    config: dict[str, str | bool | int | float | list[str]] = {
        "threads": _THREADS,
        "memory_limit": store.memory_limit,
        "temp_directory": str(spill),
        "preserve_insertion_order": keeps_order,
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
    }
    connection = duckdb.connect(":memory:", config=config)
    connection.execute("SET GLOBAL TimeZone = 'UTC'")
    return connection


@contextmanager
def engine(store: Store, *, keeps_order: bool = False) -> Iterator[Connection]:
    """A connection of its own. `keeps_order`: files are written in the order of the query."""
    with tempfile.TemporaryDirectory(prefix="duckdb-", dir=store.runs) as folder:
        connection = connect(store, Path(folder) / "spill", keeps_order=keeps_order)
        try:
            yield connection
        finally:
            connection.close()


def quoted(value: object) -> str:
    """A text of SQL."""
    return "'" + str(value).replace("'", "''") + "'"


def parquet(paths: Iterable[Path]) -> str:
    """The rows of Parquet files, as the source of a SELECT. There must be at least one."""
    return f"read_parquet([{', '.join(quoted(path) for path in paths)}])"
