"""Removes snapshots that the rotation does not keep, and blocks that none of the others needs.

Blocks that were written within `GRACE` stay: a snapshot that is being taken may need them. The shipping and this run
under one lease (`ship.py`); the grace covers a process that has lost it without noticing, and a second installation.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from services.backup.errors import Damaged
from services.backup.repository.repository import Repository
from services.backup.retention import Rotation, kept

GRACE: Final = timedelta(hours=3)


@dataclass(frozen=True, slots=True)
class Pruned:
    """What was removed."""

    snapshots: int
    blocks: int


def prune(repository: Repository, now: datetime, rotation: Rotation) -> Pruned:
    """Remove what is due, and look whether all that the kept snapshots need is there. Raises Damaged if not; the blocks
    of a snapshot that cannot be read are unknown, so then none is removed.
    """
    names = repository.names()
    stays = kept(names, now, rotation)
    needed: set[str] = set()
    for name in sorted(stays):
        needed |= repository.read_snapshot(name).blocks
    for name in sorted(set(names) - stays):
        repository.delete_snapshot(name)
    lying = {block.name: block.written_at for block in repository.blocks()}
    due = [name for name, written_at in lying.items() if name not in needed and written_at < now - GRACE]
    for name in due:
        repository.delete_block(name)
    if missing := needed - lying.keys():
        raise Damaged(f"{len(missing)} of {len(needed)} blocks are missing at the target, such as {min(missing)}.")
    return Pruned(len(names) - len(stays), len(due))
