"""Which snapshots stay. Pure."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from services.backup.repository import moment_of
from services.core.clock import BERLIN

_ALL: Final = timedelta(hours=1)
_HOURLY: Final = timedelta(hours=48)


@dataclass(frozen=True, slots=True)
class Rotation:
    """How many days keep one snapshot each."""

    days: int

    @property
    def longest_days(self) -> int:
        """After so many days nothing of a snapshot is left: erased personal data has then gone from the backups, too.

        The two hours until the next pruning are counted in.
        """
        return self.days + 1


def kept(names: Sequence[str], now: datetime, rotation: Rotation) -> set[str]:
    """Those snapshots that stay: all of the last hour, the last of each hour for 48 hours, of each day in
    Berlin for as long as the rotation says, and always the newest.
    """
    moments = {name: moment_of(name) for name in names}
    stays = {name for name, at in moments.items() if at > now - _ALL}
    stays |= _last_of_each(moments.items(), now - _HOURLY, lambda at: f"{at:%Y-%m-%d %H}")
    since_days = now - timedelta(days=rotation.days)
    stays |= _last_of_each(moments.items(), since_days, lambda at: f"{at.astimezone(BERLIN):%Y-%m-%d}")
    return stays | set(sorted(names)[-1:])


def _last_of_each(
    moments: Iterable[tuple[str, datetime]], since: datetime, period: Callable[[datetime], str]
) -> set[str]:
    last: dict[str, str] = {}
    for name, at in sorted(moments):
        if at > since:
            last[period(at)] = name
    return set(last.values())
