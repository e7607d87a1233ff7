"""The range in which a day's rate is expected, from eight like days before it. Pure; explained in FIGURES.md.

Binomial counts that scatter more than chance does: Williams, Extra-binomial variation in logistic linear models,
Applied Statistics 31 (1982) 144-148; for charts of days Laney, Improved control charts for attributes, Quality
Engineering 14 (2002) 531-537.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from statistics import NormalDist
from typing import Final

from services.alerts.figures.judging.band import (
    DAYS_A_YEAR,
    EXACT_UP_TO,
    FEWEST,
    LIKE_DAYS,
    OUTLYING,
    PASSES,
    Band,
    Direction,
    day_kind,
    like_days_of,
    quantiles,
)
from services.alerts.figures.judging.series import Series

FEWEST_BASES: Final = 20
"""A rate over fewer cases than this is not judged."""
_HALF: Final = 0.5
_MOST_ALIKE: Final = 0.9
"""Cases of a day that are more alike than this would leave nothing but 0 and all of them."""
Counts = tuple[int, int]
"""Cases with the outcome, and all cases of a day."""


def rate_band(series: Series, day: date, false_alarms: int, direction: Direction) -> Band | None:
    """The range expected for `day` of a rate, in cases of that day's base, from what was before it; None if there are
    fewer than twenty cases on the day or on its eight like days, or fewer like days with any case.

    `false_alarms`: how many of 365 days without anything unusual may lie outside, on the watched sides together.
    """
    today = series.window(day, 1)
    groups = like_days_of(day, lambda earlier: _counts(series, earlier), lambda counts: counts[1] > 0)
    own = groups[day_kind(day)]
    known = sum(base for _, base in own)
    if today is None or not today[1] or min(today[1], known) < FEWEST_BASES or len(own) < LIKE_DAYS:
        return None
    rates, dispersion = _fitted(groups)
    rate, base = rates[day_kind(day)], today[1]
    # Of the day itself, and of the rate of its eight like days.
    variance = base * rate * (1 - rate) * dispersion * (1 + base / known)
    tail = false_alarms / DAYS_A_YEAR / (2 if direction == "both" else 1)
    low, high = _bounds(base, rate, variance, tail)
    return Band(base * rate, low if direction != "high" else None, high if direction != "low" else None)


def _counts(series: Series, day: date) -> Counts | None:
    window = series.window(day, 1)
    return None if window is None or window[1] is None else (window[0], window[1])


def _bounds(base: int, rate: float, variance: float, tail: float) -> tuple[float, float]:
    if variance > EXACT_UP_TO:
        return _transformed(base, rate, variance, tail)
    if rate > _HALF:  # counted from the rarer side
        low, high = _bounds(base, 1 - rate, variance, tail)
        return base - high, base - low
    return quantiles(*_beta_binomial(base, rate, variance), tail, most=base)


def _beta_binomial(base: int, rate: float, variance: float) -> tuple[float, Callable[[int], float]]:
    """The probability of no case, and by what that of one more case is larger, with this mean and variance."""
    alike = min(_MOST_ALIKE, (variance / (base * rate * (1 - rate)) - 1) / (base - 1))
    first, second = rate * (1 / alike - 1), (1 - rate) * (1 / alike - 1)
    none = math.lgamma(second + base) + math.lgamma(first + second)
    none -= math.lgamma(second) + math.lgamma(first + second + base)
    return math.exp(none), lambda count: (base - count) / (count + 1) * (count + first) / (base - count - 1 + second)


def _transformed(base: int, rate: float, variance: float, tail: float) -> tuple[float, float]:
    """For many cases: normal after the arcsine of the root, which makes the spread the same for all rates."""
    angle = math.asin(math.sqrt(rate))
    reach = NormalDist().inv_cdf(1 - tail) * math.sqrt(variance) / base / (2 * math.sqrt(rate * (1 - rate)))
    low, high = max(0.0, angle - reach), min(math.pi / 2, angle + reach)
    return base * math.sin(low) ** 2, base * math.sin(high) ** 2


def _fitted(groups: Mapping[int, Sequence[Counts]]) -> tuple[dict[int, float], float]:
    """The rate of each kind of day, and how much more than chance the days scatter around them (≥ 1)."""
    used = {kind: days for kind, days in groups.items() if len(days) >= FEWEST}
    weights = {kind: [1.0] * len(days) for kind, days in used.items()}
    rates, dispersion = _weighted(used, weights)
    for _ in range(PASSES):
        weights = {kind: _weights(days, rates[kind], dispersion) for kind, days in used.items()}
        rates, dispersion = _weighted(used, weights)
    return rates, dispersion


def _weighted(
    groups: Mapping[int, Sequence[Counts]], weights: Mapping[int, Sequence[float]]
) -> tuple[dict[int, float], float]:
    rates: dict[int, float] = {}
    scatter, freedom = 0.0, 0
    for kind, days in groups.items():
        pairs = list(zip(days, weights[kind], strict=True))
        # Half a case more of either outcome (Jeffreys): a rate of exactly 0 would call the first case impossible.
        cases = sum(weight * amount for (amount, _), weight in pairs) + _HALF
        rate = cases / (sum(weight * base for (_, base), weight in pairs) + 2 * _HALF)
        scatter += sum(weight * _residual(counts, rate) ** 2 for counts, weight in pairs)
        freedom += len(days) - 1
        rates[kind] = rate
    return rates, max(1.0, scatter / freedom)


def _residual(counts: Counts, rate: float) -> float:
    """How many standard deviations of chance a day is off."""
    amount, base = counts
    return (amount - base * rate) / math.sqrt(base * rate * (1 - rate))


def _weights(days: Sequence[Counts], rate: float, dispersion: float) -> list[float]:
    """By residuals, scaled to sum up to the number of days."""
    residuals = [_residual(counts, rate) / math.sqrt(dispersion) for counts in days]
    plain = [residual**-2 if abs(residual) > OUTLYING else 1.0 for residual in residuals]
    return [one * len(days) / sum(plain) for one in plain]
