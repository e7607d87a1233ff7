"""The files of an installation that all of its servers share: the analytical store, kept reports and attachments."""

from collections.abc import Iterator
from typing import Final

from services.core.storage.address import folder_of, storage_at
from services.core.storage.folder import FolderStorage
from services.core.storage.storage import FILES, Storage, Stored
from services.settings import Settings

ONLY_THERE: Final = ("reports", "artefacts")
"""Folders whose files exist nowhere else. The store's own can be made again from the database."""


def files_of(settings: Settings) -> Storage:
    """The place of the shared files: VOLTIGO_STORE_URL, or without one the folder of data."""
    if not settings.store_url:
        return FolderStorage(settings.data_dir)
    return storage_at(settings.store_url, FILES, settings.data_dir.resolve())


def kept_elsewhere(settings: Settings) -> Iterator[Stored]:
    """Kept reports and attachments, if they are not in the data folder."""
    if settings.store_url:
        for folder in ONLY_THERE:
            yield from files_of(settings).list(folder)


def places_of(files: Storage) -> list[Storage]:
    """Where files of ours may have been left: at the place, and where they are prepared for it."""
    beside: Storage = FolderStorage(files.local)
    return [files] if files == beside else [files, beside]


def is_remote(settings: Settings) -> bool:
    return bool(settings.store_url) and folder_of(settings.store_url) is None
