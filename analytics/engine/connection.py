"""Creates DuckDB connections: in memory, with a memory limit and a temporary spill folder."""

import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from analytics.engine.objects import is_silence, register
from analytics.store.catalogue import Store
from analytics.store.remote import StoreSilent

if TYPE_CHECKING:
    import duckdb

Connection: TypeAlias = "duckdb.DuckDBPyConnection"

_THREADS = 2


def connect(store: Store, spill: Path, *, keeps_order: bool = False) -> Connection:
    """An in-memory database that spills below `spill`, a folder it creates and removes itself."""
    import duckdb  # 23 MB: a server that computes no report does without

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
    if store.remote is not None:
        register(connection, store.remote)
    return connection


@contextmanager
def engine(store: Store, *, keeps_order: bool = False) -> Iterator[Connection]:
    """A separate connection. `keeps_order`: files are written in query order."""
    with tempfile.TemporaryDirectory(prefix="duckdb-", dir=store.runs) as folder:
        connection = connect(store, Path(folder) / "spill", keeps_order=keeps_order)
        try:
            yield connection
        except Exception as error:
            if store.remote is not None and is_silence(error):
                raise StoreSilent("A file of the store could not be read.") from error
            raise
        finally:
            connection.close()


def quoted(value: object) -> str:
    """A text as an SQL literal."""
    return "'" + str(value).replace("'", "''") + "'"


def parquet(paths: Iterable[Path | str]) -> str:
    """The rows of Parquet files, as a FROM source. At least one file is required."""
    return f"read_parquet([{', '.join(quoted(path) for path in paths)}])"
