"""Lets DuckDB read remote files directly if the cache has no room for them. Needs `fsspec`, from the extra
`object-store`.
"""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Final

from analytics.store.remote import PROTOCOL, Remote, StoreSilent

if TYPE_CHECKING:
    import duckdb

_BLOCK_BYTES: Final = 1 << 20
_NEVER_CHANGED: Final = datetime(2000, 1, 1, tzinfo=UTC)


def register(connection: "duckdb.DuckDBPyConnection", remote: Remote) -> None:
    """Make `objects://bytes/name` readable on a connection, and on all of the same database."""
    from fsspec.spec import AbstractBufferedFile, AbstractFileSystem

    class RemoteFile(AbstractBufferedFile):  # type: ignore[misc]  # fsspec has no types
        def _fetch_range(self, start: int, end: int) -> bytes:
            return remote.read(self.path, start, end)

    class RemoteFiles(AbstractFileSystem):  # type: ignore[misc]
        protocol = PROTOCOL
        cachable = False

        def info(self, path: str, **_: Any) -> dict[str, Any]:
            size, _slash, name = str(self._strip_protocol(path)).partition("/")
            return {"name": name, "size": int(size), "type": "file"}

        def _open(self, path: str, mode: str = "rb", **_: Any) -> RemoteFile:
            known = self.info(path)
            return RemoteFile(
                self, known["name"], mode, block_size=_BLOCK_BYTES, cache_type="readahead", size=known["size"]
            )

        def modified(self, _path: str) -> datetime:
            return _NEVER_CHANGED

        def glob(self, path: str, **_: Any) -> list[str]:
            return [str(self._strip_protocol(path))]

    connection.register_filesystem(RemoteFiles())


def is_silence(error: Exception) -> bool:
    """Whether DuckDB failed because the place did. It keeps nothing of a Python exception but its traceback as text."""
    return StoreSilent.__name__ in str(error)
