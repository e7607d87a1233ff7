"""The interface of a target, and which kind an address means."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Protocol
from urllib.parse import unquote, urlsplit

from services.backup.errors import NotConfigured


@dataclass(frozen=True, slots=True)
class Stored:
    """One object at the target."""

    name: str
    bytes: int
    written_at: datetime


class Storage(Protocol):
    """Objects by name, with `/` between the parts of a name. Every method raises Unreachable, and is thread-safe."""

    def put(self, name: str, content: bytes) -> None:
        """Write an object at once or not at all; replaces one of this name."""

    def put_new(self, name: str, content: bytes) -> bool:
        """The same; False if there already is one of this name, which stays."""

    def get(self, name: str) -> bytes | None:
        """The content; None if there is no such object."""

    def list(self, prefix: str) -> Iterator[Stored]:
        """All objects whose names begin with `prefix/`."""

    def delete(self, name: str) -> None:
        """Remove an object; no effect if there is none."""

    def settle(self) -> None:
        """Returns once all that was put survives a power cut."""


def folder_of(url: str) -> Path | None:
    """The folder that a target's address means; None for an object store."""
    if url.startswith("file://"):
        return Path(unquote(urlsplit(url).path))
    return None if "://" in url else Path(url)


def storage_for(url: str) -> Storage:
    """The target at an address: a folder, `file:///…`, or an object store such as `s3://bucket/prefix`."""
    if not url:
        raise NotConfigured("VOLTIGO_BACKUP_URL is empty: it names the folder or object store of the backups.")
    if (folder := folder_of(url)) is not None:
        from services.backup.storage.folder import FolderStorage

        return FolderStorage(folder)
    from services.backup.storage.objects import ObjectStorage

    return ObjectStorage(url)
