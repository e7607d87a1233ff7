"""Which regions get the campaign: groups made from own history, pairs of them, and the draw. Pure.

`Experiment.regions` keeps them from the start on, a group each: its pair, whether the campaign runs there, what it
brought before, and the first digits of its postcodes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from datetime import date, timedelta
from typing import Any, Final

from analytics.chance.regions import Group, drawn, grouped, paired

_TIME_TO_SET_UP: Final = 3
"""Days at least between the draw and the first Monday, for the accounts of the ad platforms."""


@dataclass(frozen=True, slots=True)
class DrawnGroup:
    """A group of regions with the same first digits, and what was drawn for it."""

    pair: int
    is_on: bool
    before: int
    prefixes: tuple[str, ...]

    @property
    def group(self) -> Group:
        """As `analytics.chance.regions` knows it."""
        return Group(self.prefixes, self.before)


def draw(by_region: Mapping[str, Sequence[int]], seed: str) -> list[DrawnGroup]:
    """The groups, pair by pair. The same history and seed draw the same."""
    pairs = paired(grouped({region: sum(counts) for region, counts in by_region.items()}))
    return [
        DrawnGroup(number, is_on, group.before, group.prefixes)
        for number, (pair, is_first) in enumerate(zip(pairs, drawn(len(pairs), seed), strict=True))
        for group, is_on in zip(pair, (is_first, not is_first), strict=True)
    ]


def kept(groups: Sequence[DrawnGroup]) -> list[dict[str, Any]]:
    """As the experiment keeps them."""
    return [{**asdict(group), "prefixes": list(group.prefixes)} for group in groups]


def read(stored: Sequence[Mapping[str, Any]]) -> list[DrawnGroup]:
    """What the experiment has kept."""
    return [DrawnGroup(**{**row, "prefixes": tuple(row["prefixes"])}) for row in stored]


def first_day(today: date) -> date:
    """The first Monday that leaves three days to set up the regions."""
    earliest = today + timedelta(days=_TIME_TO_SET_UP)
    return earliest + timedelta(days=-earliest.weekday() % 7)
