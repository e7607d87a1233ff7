"""The interface to remote storage that the store needs; the caller provides an implementation."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Protocol

from analytics.store.files import StoreFault

PROTOCOL = "objects"
"""Scheme of the addresses that DuckDB reads directly, `objects://visits/…`."""


class StoreSilent(StoreFault):
    """Storage is unreachable, denies access, or is full."""


class Listed(Protocol):
    """One file at the place."""

    @property
    def name(self) -> str:
        """The file's name, below the place."""

    @property
    def bytes(self) -> int:
        """Its size."""

    @property
    def written_at(self) -> datetime:
        """When it was written, by the place's clock."""


class Remote(Protocol):
    """A place for files, with `/` between the parts of a name. Every call ends within a bounded time, is thread-safe,
    and raises StoreSilent.
    """

    def put_file(self, name: str, path: Path) -> None:
        """Write a file at once or not at all, with the content of a local one, which is gone afterwards."""

    def fetch(self, name: str, path: Path) -> bool:
        """Write a file's content to a local one; False if there is no such file."""

    def read(self, name: str, start: int, end: int) -> bytes:
        """The bytes from `start` to `end`, exclusive. Raises FileNotFoundError."""

    def size(self, name: str) -> int | None:
        """Its bytes; None if there is no such file."""

    def list(self, prefix: str) -> Iterator[Listed]:
        """All files whose names begin with `prefix/`."""

    def delete(self, name: str) -> None:
        """Remove a file; no effect if there is none."""
