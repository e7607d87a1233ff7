"""What a campaign brings, from postcode regions with it and regions without it, by chance. Pure.

Regions are paired by what they brought before, and of each pair chance draws the one that gets the campaign. The effect
is the ratio of ratios: how much the regions with it grew, over how much those without it did (Vaver and Koehler,
Measuring Ad Effectiveness Using Geo Experiments, Google 2011). It is tested by the draw itself (Fisher 1935; for paired
regions Imai, King and Nall, Statist. Sci. 24, 2009): no distribution is assumed, and it holds once, at the end.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from analytics.chance.weeks_on_and_off import t_quantile
from analytics.lazy_modules import LazyModule

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
else:
    np = LazyModule("numpy")

Floats: TypeAlias = "NDArray[np.float64]"
Truths: TypeAlias = "NDArray[np.bool_]"

LEAST_SHOWN: Final = 5
"""Reservations that a group of regions needs before: fewer could lead to a household."""
LEAST_PAIRS: Final = 6
"""With five pairs there are 32 draws, too few to rule out chance at 5 %."""
_LARGEST_PART: Final = 12
"""A region of two digits with more than one in so many of all reservations is divided into those of three digits."""
_ALPHA: Final = 0.05
_POWER: Final = 0.8
_DRAWN: Final = 2000
"""Draws that stand for all others where there are more of them: from eleven pairs on."""
_STEPS: Final = 40
_ROUNDING: Final = 1e-9
_HALF: Final = 0.5
"""Added to each sum, so that none is zero."""
_MARGIN: Final = 1.05
"""What the draw of whole assignments finds less than Student's test, by simulation."""
_FARTHEST: Final = math.log(1000)
PLACEBO_DRAWS: Final = 200
_REFERENCE: Final = 1000
_MOST_WINDOWS: Final = 4


class Group(NamedTuple):
    """Regions that get the same, by the first two or three digits of their postcodes, and what they brought before."""

    prefixes: tuple[str, ...]
    before: int


Pair = tuple[Group, Group]


class Lift(NamedTuple):
    """Relative effect, its limits at 95 %, and the probability of one as large by the draw alone. Limits may be -1 or
    infinite.
    """

    observed: float
    lower: float
    upper: float
    p: float


class Window(NamedTuple):
    """A part of the past as if it had been an experiment: what each pair brought before it and in it."""

    before: Floats
    after: Floats


def grouped(counts: Mapping[str, int]) -> list[Group]:
    """Groups of neighbouring regions with at least five reservations each. `counts`: by three digits of the postcode.

    Neighbours have consecutive numbers and the same first digit; a first digit with fewer than five is left out.
    """
    zones: dict[str, list[Group]] = defaultdict(list)
    for prefix, count in sorted(_regions(counts).items()):
        zone = zones[prefix[0]]
        if zone and zone[-1].before < LEAST_SHOWN:
            last = zone.pop()
            zone.append(Group((*last.prefixes, prefix), last.before + count))
        else:
            zone.append(Group((prefix,), count))
    return [group for zone in zones.values() for group in _without_small_end(zone)]


def _regions(counts: Mapping[str, int]) -> dict[str, int]:
    """By two digits, and by three where two hold too large a part."""
    two: dict[str, int] = defaultdict(int)
    for prefix, count in counts.items():
        two[prefix[:2]] += count
    total = sum(counts.values())
    found: dict[str, int] = defaultdict(int)
    for prefix, count in counts.items():
        found[prefix if two[prefix[:2]] * _LARGEST_PART > total else prefix[:2]] += count
    return found


def _without_small_end(zone: list[Group]) -> list[Group]:
    if zone[-1].before >= LEAST_SHOWN:
        return zone
    if len(zone) == 1:
        return []
    *others, near, last = zone
    return [*others, Group((*near.prefixes, *last.prefixes), near.before + last.before)]


def paired(groups: Sequence[Group]) -> list[Pair]:
    """Pairs of groups that brought about the same, the largest first. Of an odd number the smallest is left out."""
    ordered = sorted(groups, key=lambda group: (-group.before, group.prefixes))
    return [(ordered[first], ordered[first + 1]) for first in range(0, len(ordered) - 1, 2)]


def drawn(pairs: int, seed: str) -> list[bool]:
    """Of each pair, whether its first group gets the campaign. The same seed draws the same."""
    return [bool(bit) for bit in np.random.default_rng(list(seed.encode())).integers(0, 2, pairs)]


def lift(before: Sequence[Sequence[float]], after: Sequence[Sequence[float]], is_first: Sequence[bool]) -> Lift:
    """The effect in the groups that got the campaign, by every draw there could have been. A row per pair."""
    earlier, later = np.asarray(before, float), np.asarray(after, float)
    treated = np.column_stack([is_first, np.logical_not(is_first)])
    own = np.asarray(is_first, bool)[None, :]
    draws = _draws(len(earlier))
    is_sample = len(draws) == _DRAWN  # then the draw that was followed counts as one of them
    observed = float(_log_ratios(earlier, later, own)[0])

    def p_of(effect: float) -> float:
        """Of a logarithmic effect, taken out of what the treated groups brought."""
        without = np.where(treated, later / math.exp(effect), later)
        far = abs(float(_log_ratios(earlier, without, own)[0])) - _ROUNDING
        as_far = int((np.abs(_log_ratios(earlier, without, draws)) >= far).sum())
        return (as_far + is_sample) / (len(draws) + is_sample)

    lower, upper = (_limit(p_of, observed, end) for end in (-_FARTHEST, _FARTHEST))
    return Lift(math.expm1(observed), math.expm1(lower), math.expm1(upper), p_of(0.0))


def windows(weekly: Mapping[str, Sequence[int]], weeks: int) -> Iterator[Window]:
    """The last parts of the past of so many weeks, each with pairs made from all that lay before it.

    `weekly`: reservations by three digits of the postcode and week. As much must lie before as in it.
    """
    length = max((len(counts) for counts in weekly.values()), default=0)
    for number in range(_MOST_WINDOWS):
        start = length - (number + 1) * weeks
        if start < weeks:
            return
        pairs = paired(grouped({prefix: sum(counts[:start]) for prefix, counts in weekly.items()}))
        if len(pairs) < LEAST_PAIRS:
            return
        inside = {prefix: sum(counts[start : start + weeks]) for prefix, counts in weekly.items()}
        before = np.array([[group.before for group in pair] for pair in pairs], float)
        yield Window(before, np.array([[brought(group, inside) for group in pair] for pair in pairs], float))


def brought(group: Group, counts: Mapping[str, int]) -> int:
    """What the regions of a group brought. `counts`: by three digits of the postcode."""
    return sum(count for prefix, count in counts.items() if prefix.startswith(group.prefixes))


def smallest_effect(past: Sequence[Window]) -> float | None:
    """The relative effect found with 80 % probability, judged by parts of the past as long as the experiment.

    None without any. The variance is that of the ratio over all draws, and at least that of chance counts. The
    quantiles are those of Student's t.
    """
    if not past or not all(window.after.sum() and window.before.sum() for window in past):
        return None
    variance = float(np.mean([_variance(window) for window in past]))
    freedom = len(past[0].before) - 1
    quantiles = t_quantile(1 - _ALPHA / 2, freedom) + t_quantile(_POWER, freedom)
    return math.expm1(min(_MARGIN * quantiles * math.sqrt(variance), _FARTHEST))


def _variance(window: Window) -> float:
    ratios = _log_ratios(window.before, window.after, _draws(len(window.before)))
    by_chance = 4 / float(window.after.sum()) + 4 / float(window.before.sum())
    return max(float((ratios**2).mean()), by_chance)


def false_verdicts(past: Sequence[Window]) -> tuple[int, int]:
    """How many draws in parts of the past, when nothing differed, found an effect; and how many there were."""
    found = 0
    for number, window in enumerate(past):
        pairs = len(window.before)
        drawn_ones = _log_ratios(window.before, window.after, _random_draws(pairs, PLACEBO_DRAWS, seed=10 + number))
        others = np.sort(np.abs(_log_ratios(window.before, window.after, _random_draws(pairs, _REFERENCE, seed=2))))
        as_far = len(others) - np.searchsorted(others, np.abs(drawn_ones) - _ROUNDING)
        found += int(((as_far + 1) / (len(others) + 1) <= _ALPHA).sum())
    return found, PLACEBO_DRAWS * len(past)


def _log_ratios(before: Floats, after: Floats, draws: Truths) -> Floats:
    """Logarithm of the ratio of ratios for each draw, a row of `draws` each."""
    signs = draws.astype(float)

    def log_ratio(sums: Floats) -> Floats:
        treated = signs @ sums[:, 0] + (1 - signs) @ sums[:, 1]
        return np.asarray(np.log(treated + _HALF) - np.log(sums.sum() - treated + _HALF))

    return log_ratio(after) - log_ratio(before)


def _draws(pairs: int) -> Truths:
    """All of them, or a fixed sample where there are too many."""
    if 2**pairs > _DRAWN:
        return _random_draws(pairs, _DRAWN, seed=pairs)
    return (np.arange(2**pairs)[:, None] >> np.arange(pairs) & 1).astype(bool)


def _random_draws(pairs: int, number: int, seed: int) -> Truths:
    return np.random.default_rng(seed).integers(0, 2, (number, pairs)).astype(bool)


def _limit(p_of: Callable[[float], float], near: float, far: float) -> float:
    """The effect between `near` and `far` from which on the draw alone no longer explains what was found."""
    if p_of(far) > _ALPHA:
        return math.copysign(math.inf, far)
    for _ in range(_STEPS):
        middle = (near + far) / 2
        near, far = (middle, far) if p_of(middle) > _ALPHA else (near, middle)
    return far
