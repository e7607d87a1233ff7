"""Removes snapshots that are due and blocks that none needs, and looks for damaged ones."""

from collections.abc import Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from services.backup.repository import Repository, Snapshot
from services.backup.retention import Rotation, kept

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


GRACE: Final = timedelta(hours=3)


@dataclass(frozen=True, slots=True)
class Pruned:
    """What was removed. `missing`: blocks that a kept snapshot needs and that are not there; `harmed`: the kept
    snapshots that cannot be restored as it is.
    """

    snapshots: int
    blocks: int
    missing: frozenset[str]
    harmed: Sequence[str]


def prune(repository: Repository, now: datetime, rotation: Rotation) -> Pruned:
    """Remove what is due, and mark what is missing. The blocks of a snapshot that does not open are unknown: while one
    is kept no block is removed.
    """
    names = repository.names()
    stays = kept(names, now, rotation)
    for name in sorted(set(names) - stays):
        repository.delete_snapshot(name)
    found = [repository.readable(name) for name in sorted(stays)]
    needed = {block for snapshot in found if snapshot for block in snapshot.blocks}
    lying = {block.name: block.written_at for block in repository.blocks()}
    is_known = None not in found
    due = [name for name, at in lying.items() if is_known and name not in needed and at < now - GRACE]
    for name in due:
        repository.delete_block(name)
    marked, missing = repository.marked(), needed - lying.keys()
    repository.mark(missing - marked)
    if is_known:
        repository.unmark(marked - needed)
    harmed = harmed_snapshots(repository) if marked or missing or not is_known else []
    return Pruned(len(names) - len(stays), len(due), frozenset(missing), harmed)
