"""Opens the storage that an address names."""

from pathlib import Path
from urllib.parse import unquote, urlsplit

from services.core.storage.folder import FolderStorage
from services.core.storage.objects import object_storage
from services.core.storage.storage import Purpose, Storage


def folder_of(url: str) -> Path | None:
    """The folder that an address means; None for an object store."""
    if url.startswith("file://"):
        return Path(unquote(urlsplit(url).path))
    return None if "://" in url else Path(url)


def storage_at(url: str, purpose: Purpose, local: Path | None = None) -> Storage:
    """The place at an address: a folder, `file:///…`, or an object store such as `s3://bucket/prefix`. `local`: where
    to prepare files for an object store.
    """
    if (folder := folder_of(url)) is not None:
        return FolderStorage(folder, purpose)
    return object_storage(url, purpose, local or Path())
