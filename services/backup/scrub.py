"""Whether what a new snapshot relies on can still be read. Disks rot, and files are deleted by hand: a block that is
there already is not written again, so one that is damaged would be in every later snapshot, too.

All blocks of the newest snapshot are read by the first snapshot of a process, by one that a person asks for, and as
soon as any process has marked one of them. Otherwise each has its time of day, by its name, at which it is read again.
"""

from collections.abc import Set
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Final

from services.backup.repository.manifest import Snapshot
from services.backup.repository.repository import Repository

_DAY: Final = timedelta(days=1)
_DIGITS: Final = 8
_THREADS: Final = 4


def damaged_blocks(
    repository: Repository, snapshot: Snapshot, marked: Set[str], since: datetime | None, now: datetime
) -> set[str]:
    """Blocks of this snapshot that cannot be read, among those whose time has come since the last look, or among all
    of them if there was none.
    """
    needed = snapshot.blocks
    is_every = since is None or not needed.isdisjoint(marked)
    found = repository.unreadable(needed if is_every else {name for name in needed if _is_due(name, since, now)})
    repository.unmark(needed & marked - found)
    return found


def _is_due(name: str, since: datetime | None, now: datetime) -> bool:
    if since is None or now - since >= _DAY:
        return True
    place = int(name[:_DIGITS], 16) / 16**_DIGITS
    return (place - since.timestamp() / _DAY.total_seconds()) % 1 < (now - since) / _DAY


def harmed_snapshots(repository: Repository) -> list[str]:
    """Names of the snapshots that need a marked block, or do not open themselves."""
    marked, names = repository.marked(), repository.names()
    with ThreadPoolExecutor(_THREADS, "backup-check") as pool:
        sound = pool.map(lambda name: is_sound(repository, name, marked), names)
        return [name for name, is_whole in zip(names, sound, strict=True) if not is_whole]


def is_sound(repository: Repository, name: str, marked: Set[str]) -> bool:
    """Whether a snapshot opens and needs no marked block."""
    snapshot = repository.readable(name)
    return snapshot is not None and snapshot.blocks.isdisjoint(marked)
