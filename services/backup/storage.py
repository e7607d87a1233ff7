"""Where a repository lies: what `core/storage` offers, with the faults of backups."""

from typing import Final

from services.backup.errors import NotConfigured, Unreachable
from services.core.storage.storage import Purpose, Storage, storage_at

TARGET: Final = Purpose("VOLTIGO_BACKUP_URL", Unreachable, NotConfigured, seconds=60)


def storage_for(url: str) -> Storage:
    """The target at an address: a folder, `file:///…`, or an object store such as `s3://bucket/prefix`."""
    if not url:
        raise NotConfigured("VOLTIGO_BACKUP_URL ist leer: Es nennt den Ordner oder Objektspeicher der Sicherungen.")
    return storage_at(url, TARGET)
