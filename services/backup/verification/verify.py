"""Verifies a snapshot by restoring it beside the installation and checking everything that `voltigo check` checks."""

import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

from services.backup.repository.manifest import Snapshot
from services.backup.repository.repository import Repository
from services.backup.restore.files import OnBytes
from services.backup.restore.restore import restore
from services.backup.verification.beside import postgresql_beside
from services.backup.verification.whole import faults_of
from services.core.clock import Clock
from services.settings import Settings

_TEMPORARY: Final = ".verifying-"
_DAY_SECONDS: Final = 86_400


@dataclass(frozen=True, slots=True)
class Verified:
    """`faults`: what is wrong with the snapshot, a sentence each. `seconds` its restore took."""

    snapshot: Snapshot
    faults: list[str]
    seconds: float


def verify(
    settings: Settings, repository: Repository, snapshot: Snapshot, clock: Clock, on_bytes: OnBytes = lambda _: None
) -> Verified:
    """Restore a snapshot to a temporary place, check it, remove it. Raises BackupError if it cannot be restored."""
    with restored_beside(settings, repository, snapshot, clock, on_bytes) as (beside, seconds):
        return Verified(snapshot, faults_of(beside, snapshot.counts, clock), seconds)


@contextmanager
def restored_beside(
    settings: Settings, repository: Repository, snapshot: Snapshot, clock: Clock, on_bytes: OnBytes = lambda _: None
) -> Iterator[tuple[Settings, float]]:
    """The settings of a restored copy that lasts as long as the block, and the seconds that the restore took."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    _remove_left_behind(settings.data_dir)
    folder = Path(mkdtemp(prefix=_TEMPORARY, dir=settings.data_dir))
    try:
        with _database_beside(settings) as url:
            changed: dict[str, Any] = {"data_dir": folder, "database_url": url}
            changed |= dict.fromkeys(("secret", "backup_url", "store_url"), "")
            beside = Settings(**{**settings.model_dump(), **changed, "environment": "local", "smtp_url": ""})
            begun = time.monotonic()
            restore(beside, repository, snapshot, clock, on_bytes)
            yield beside, time.monotonic() - begun
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _remove_left_behind(data_dir: Path) -> None:
    """Folders of trials that were killed."""
    for folder in data_dir.glob(f"{_TEMPORARY}*"):
        if time.time() - folder.stat().st_mtime > _DAY_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _database_beside(settings: Settings) -> Iterator[str]:
    """The address of an empty database that ends with the block; empty for SQLite, whose file is in the folder."""
    if settings.database.startswith("sqlite"):
        yield ""
        return
    with postgresql_beside(settings.database) as address:
        yield address
