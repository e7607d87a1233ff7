"""Which snapshots stay; removes the others and blocks that none needs, and looks for damaged ones."""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from services.backup.repository import Repository, Snapshot, moment_of
from services.core.clock import BERLIN

_ALL: Final = timedelta(hours=1)
_HOURLY: Final = timedelta(hours=48)
_DAY: Final = timedelta(days=1)


def longest_kept(keep_days: int) -> timedelta:
    """After so long nothing of a snapshot is left: erased personal data has then gone from the backups, too. The two
    hours until the next pruning are counted in.
    """
    return (keep_days + 1) * _DAY


def kept(names: Sequence[str], now: datetime, keep_days: int) -> set[str]:
    """Those snapshots that stay: all of the last hour, the last of each hour for 48 hours, of each day in
    Berlin for `keep_days`, and always the newest.
    """

    def last_of_each(since: timedelta, period: Callable[[datetime], object]) -> set[str]:
        return set({period(at): name for at, name in moments if at > now - since}.values())

    moments = [(moment_of(name), name) for name in sorted(names)]
    return {
        *last_of_each(_ALL, lambda at: at),
        *last_of_each(_HOURLY, lambda at: f"{at:%Y-%m-%d %H}"),
        *last_of_each(keep_days * _DAY, lambda at: at.astimezone(BERLIN).date()),
        *sorted(names)[-1:],
    }


def damaged_blocks(
    repository: Repository, snapshot: Snapshot, marked: Set[str], since: datetime | None, now: datetime
) -> set[str]:
    """Blocks of this snapshot that cannot be read, among those whose time has come since the last look, or among all
    of them if there was none.
    """
    needed = snapshot.blocks
    if since is None or now - since >= _DAY or not needed.isdisjoint(marked):
        found = repository.unreadable(needed)
    else:
        found = repository.unreadable(name for name in needed if _is_due(name, since, now))
    repository.unmark(needed & marked - found)
    return found


_DIGITS: Final = 8


def _is_due(name: str, since: datetime, now: datetime) -> bool:
    place = int(name[:_DIGITS], 16) / 16**_DIGITS
    return (place - since.timestamp() / _DAY.total_seconds()) % 1 < (now - since) / _DAY


GRACE: Final = timedelta(hours=3)


@dataclass(frozen=True, slots=True)
class Pruned:
    """What was removed. `missing`: blocks that a kept snapshot needs and that are not there; `harmed`: the kept
    snapshots that cannot be restored as it is.
    """

    snapshots: int
    blocks: int
    missing: Set[str]
    harmed: Sequence[str]


def prune(repository: Repository, now: datetime, keep_days: int) -> Pruned:
    """Remove what is due, and mark what is missing. The blocks of a snapshot that does not open are unknown: while one
    is kept no block is removed.
    """
    names = repository.names()
    stays = kept(names, now, keep_days)
    gone = sorted(set(names) - stays)
    for name in gone:
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
    harmed = repository.harmed(sorted(stays)) if marked or missing or not is_known else []
    return Pruned(len(gone), len(due), missing, harmed)
