"""Removes snapshots that the rotation does not keep, and blocks that none of the others needs.

Blocks that were written within `GRACE` stay: a snapshot that is being taken may need them. The shipping and this run
under one lease (`ship.py`); the grace covers a process that has lost it without noticing, and a second installation.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from services.backup.repository.repository import Repository
from services.backup.retention import Rotation, kept
from services.backup.scrub import harmed_snapshots

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
