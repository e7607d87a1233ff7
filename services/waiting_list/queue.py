"""The rule of the waiting list: who is offered what becomes free, and who may be passed how often.

Pure: no database, no clock. `WAITING_LIST.md` has the rule in words, with the examples of the tests.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal

from services.offer import PACKAGES

MOST_PASSES: Final = 3
"""So often at most is a household passed by others behind it; then everything that becomes free is kept for it."""

Why = Literal["too_large", "skipped", "by_staff"]
"""Why a household is passed: the wish does not fit and a smaller package was declined; staff skipped it, or offered a
place to a household behind it."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """One household in the queue. `declined_kwh`: the largest smaller package it said no to, in kWh a year, or 0."""

    id: int
    kwh: int
    passed: int = 0
    declined_kwh: int = 0
    is_skipped: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """A household that is passed by the next offer, and why."""

    id: int
    why: Why


@dataclass(frozen=True, slots=True)
class Offer:
    """The next offer: to whom, how many kWh a year, and whom it passes. `is_smaller` than what was wished."""

    id: int
    kwh: int
    is_smaller: bool
    passes: Sequence[Passed] = ()


def next_offer(queue: Sequence[Waiting], free: int, kwh_left: int | None) -> Offer | None:
    """The next offer out of what is free: spots, and kWh a year (None: no limit). None: nothing can be offered.

    `queue` is in the order of the turn. First come, first served: the first household whose wish fits gets it. One
    whose wish does not fit is asked for the largest smaller package that does, once for each package; after it said no
    it is passed, `MOST_PASSES` times at most.
    """
    if free < 1:
        return None
    passes: list[Passed] = []
    for household in queue:
        if household.is_skipped and household.passed < MOST_PASSES:
            passes.append(Passed(household.id, "skipped"))
            continue
        if kwh_left is None or household.kwh <= kwh_left:
            return Offer(household.id, household.kwh, False, tuple(passes))
        smaller = max((kwh for kwh in PACKAGES if kwh <= kwh_left), default=0)
        if smaller == 0 or household.passed >= MOST_PASSES:
            return None
        if smaller > household.declined_kwh:
            return Offer(household.id, smaller, True, tuple(passes))
        passes.append(Passed(household.id, "too_large"))
    return None


def offer_by_staff(queue: Sequence[Waiting], chosen: int, free: int, kwh_left: int | None) -> Offer | None:
    """An offer to the chosen household, whatever its turn. None: nothing is free for it, or it would pass one that has
    been passed as often as the rule allows.
    """
    ahead: list[Waiting] = []
    for household in queue:
        if household.id == chosen:
            break
        ahead.append(household)
    else:
        return None
    fits = free > 0 and (kwh_left is None or household.kwh <= kwh_left)
    if not fits or any(other.passed >= MOST_PASSES for other in ahead):
        return None
    return Offer(chosen, household.kwh, False, tuple(Passed(other.id, "by_staff") for other in ahead))
