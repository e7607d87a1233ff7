"""The range in which a day's value is expected, from eight like days before it. Pure; explained in FIGURES.md.

Farrington et al., A statistical algorithm for the early detection of outbreaks of infectious disease, J. R. Statist.
Soc. A 159 (1996) 547-563, with the weights of Noufaily et al., Statistics in Medicine 32 (2013) 1206-1222.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from statistics import NormalDist
from typing import Final, Literal, TypeVar

from services.alerts.figures.judging.series import Series
from services.core.calendar.working_days import is_holiday

Direction = Literal["low", "high", "both"]
Value = TypeVar("Value")
LIKE_DAYS: Final = 8
_REACH_DAYS: Final = 16 * 7
"""How far back like days are looked for: Sundays and holidays are more frequent than others, no kind is rarer."""
_SUNDAY: Final = 6
FEWEST: Final = 4
"""Kinds of days with fewer known values say nothing about the spread."""
OUTLYING: Final = 2.58
"""Residuals beyond this many standard deviations count less, by the square of how far they are (Noufaily et al.)."""
PASSES: Final = 2
DAYS_A_YEAR: Final = 365
EXACT_UP_TO: Final = 200
"""Up to this mean the quantiles are counted one by one."""
Exposed = tuple[int, int]
"""A count, and what it is expected to be proportional to: days, or cents spent."""


@dataclass(frozen=True, slots=True)
class Band:
    """The expected range; a value below `low` or above `high` is outside. None: not watched on this side."""

    middle: float
    low: float | None
    high: float | None

    def is_outside(self, value: int) -> bool:
        """Whether the value is unusual."""
        return (self.low is not None and value < self.low) or (self.high is not None and value > self.high)


def day_kind(day: date) -> int:
    """Days that are compared with each other: a weekday, 0 Monday … 6 Sunday; public holidays count as Sundays."""
    return _SUNDAY if is_holiday(day) else day.weekday()


def like_days_of(
    day: date, value_of: Callable[[date], Value | None], counts: Callable[[Value], bool]
) -> dict[int, list[Value]]:
    """The values of up to eight days before `day` of each kind, the latest first. Ends where a value is not known;
    values that do not count are passed over.
    """
    found: dict[int, list[Value]] = {kind: [] for kind in range(7)}
    for back in range(1, _REACH_DAYS + 1):
        earlier = day - timedelta(days=back)
        value = value_of(earlier)
        if value is None:
            break
        values = found[day_kind(earlier)]
        if counts(value) and len(values) < LIKE_DAYS:
            values.append(value)
    return found


def band(series: Series, day: date, false_alarms: int, direction: Direction) -> Band | None:
    """The range expected for `day` from what was before it; None if eight like days are not known.

    `false_alarms`: how many of 365 days without anything unusual may lie outside, on the watched sides together.
    """
    groups = like_days_of(day, lambda earlier: _single(series.amount(earlier)), lambda _: True)
    own = groups[day_kind(day)]
    if len(own) < LIKE_DAYS:
        return None
    middles, dispersion = fitted(groups)
    middle = middles[day_kind(day)]
    # Of the day itself, and of the mean of eight.
    variance = middle * dispersion * (1 + 1 / LIKE_DAYS)
    return count_band(middle, variance, false_alarms, direction)


def _single(value: int | None) -> Exposed | None:
    return None if value is None else (value, 1)


def count_band(middle: float, variance: float, false_alarms: int, direction: Direction) -> Band:
    """The range of a count with this mean and variance; see `band` for the other two."""
    tail = false_alarms / DAYS_A_YEAR / (2 if direction == "both" else 1)
    low, high = _counted(middle, variance, tail) if middle <= EXACT_UP_TO else _transformed(middle, variance, tail)
    return Band(middle, low if direction != "high" else None, high if direction != "low" else None)


def _counted(middle: float, variance: float, tail: float) -> tuple[float, float]:
    """Quantiles of the negative binomial distribution with this mean and variance."""
    size = middle * middle / (variance - middle)
    share = middle / variance
    return quantiles(share**size, lambda count: (size + count) / (count + 1) * (1 - share), tail)


def quantiles(none: float, growth: Callable[[int], float], tail: float, most: float = math.inf) -> tuple[float, float]:
    """The lowest and the highest count that are usual: what lies below the one, and above the other, has a probability
    of at most `tail`. `none`: the probability of 0; `growth`: by what that of one more is larger; `most` there can be.
    """
    probability, below, count, low = none, 0.0, 0, 0
    while count < most and below + probability <= 1 - tail:
        below += probability
        if below <= tail:
            low = count + 1
        probability *= growth(count)
        count += 1
    return low, count


def _transformed(middle: float, variance: float, tail: float) -> tuple[float, float]:
    """For large counts: normal after raising to the power of 2/3, as Farrington et al. have it."""
    spread = NormalDist().inv_cdf(1 - tail) * 2 / 3 * variance**0.5 / middle
    return middle * max(0.0, 1 - spread) ** 1.5, middle * (1 + spread) ** 1.5


def fitted(groups: Mapping[int, Sequence[Exposed]]) -> tuple[dict[int, float], float]:
    """The mean per unit of exposure of each group with enough values, and how much more than a Poisson count the values
    scatter around their means (≥ 1). At least one group must have enough.
    """
    used = {kind: values for kind, values in groups.items() if len(values) >= FEWEST}
    weights = {kind: [1.0] * len(values) for kind, values in used.items()}
    middles, dispersion = _weighted(used, weights)
    for _ in range(PASSES):
        weights = {kind: _weights(values, middles[kind], dispersion) for kind, values in used.items()}
        middles, dispersion = _weighted(used, weights)
    return middles, dispersion


def _weighted(
    groups: Mapping[int, Sequence[Exposed]], weights: Mapping[int, Sequence[float]]
) -> tuple[dict[int, float], float]:
    middles: dict[int, float] = {}
    scatter, freedom = 0.0, 0
    for kind, values in groups.items():
        pairs = list(zip(values, weights[kind], strict=True))
        exposure = sum(exposed * weight for (_, exposed), weight in pairs)
        # Half a case more (Jeffreys): a mean of exactly 0 would call the first case impossible.
        middle = (sum(value * weight for (value, _), weight in pairs) + 0.5) / exposure
        scatter += sum(
            weight * (value - middle * exposed) ** 2 / (middle * exposed) for (value, exposed), weight in pairs
        )
        freedom += len(values) - 1
        middles[kind] = middle
    return middles, max(1.0, scatter / freedom)


def _weights(values: Sequence[Exposed], middle: float, dispersion: float) -> list[float]:
    """By Anscombe residuals, scaled to sum up to the number of values."""
    spread = (dispersion * (1 - 1 / len(values))) ** 0.5
    means = [middle * exposed for _, exposed in values]
    residuals = [
        1.5 * (value ** (2 / 3) * mean ** (-1 / 6) - mean**0.5) / spread
        for (value, _), mean in zip(values, means, strict=True)
    ]
    plain = [residual**-2 if abs(residual) > OUTLYING else 1.0 for residual in residuals]
    return [one * len(values) / sum(plain) for one in plain]
