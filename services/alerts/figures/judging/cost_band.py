"""The range in which the cases of an amount of money are expected, and so what a case usually costs, from eight like
periods before it. Pure; explained in FIGURES.md.

Money follows no chance; how many reservations it brought does. They are a count whose mean is proportional to the
money (the exposure of a Poisson rate: Farrington et al. and Noufaily et al., as in `band.py`).
"""

from collections.abc import Mapping
from datetime import date, timedelta
from typing import Final

from services.alerts.figures.judging.band import (
    FEWEST,
    LIKE_DAYS,
    Band,
    Direction,
    Exposed,
    count_band,
    day_kind,
    fitted,
    like_days_of,
)
from services.alerts.figures.judging.series import Series

SPANS: Final = (1, 7, 14)
"""How many days are looked at together: a day, or whole weeks, in which every weekday is alike."""
_OTHER_SIDE: Final[Mapping[Direction, Direction]] = {"low": "high", "high": "low", "both": "both"}


def cost_band(series: Series, day: date, days: int, false_alarms: int, direction: Direction) -> Band | None:
    """How many cases are expected for what the `days` (one of SPANS) that end with `day` cost, from what was before.
    Amounts of `series` are costs in cents, bases cases. None if nothing was spent on the day itself, whose costs may
    then not be entered yet, or if eight like periods with costs are not known.

    `false_alarms` as in `band`. `direction` is that of the costs per case: few cases are high costs.
    """
    today, last_spent = _exposed(series, day, days), series.amount(day)
    if today is None or not last_spent or last_spent < 0 or today[1] <= 0:
        return None
    found = _like_days(series, day) if days == 1 else _like_weeks(series, day, days)
    if found is None:
        return None
    rate, dispersion, known = found
    middle = rate * today[1]
    # Of the period itself, and of the rate of its eight like periods.
    variance = middle * dispersion * (1 + today[1] / known)
    return count_band(middle, variance, false_alarms, _OTHER_SIDE[direction])


_Fitted = tuple[float, float, int]
"""Cases per cent, their dispersion, and from how many cents both are known."""


def _like_days(series: Series, day: date) -> _Fitted | None:
    groups = _days_with_costs(series, day)
    own = groups[day_kind(day)]
    if len(own) < LIKE_DAYS:
        return None
    rates, dispersion = fitted(groups)
    return rates[day_kind(day)], dispersion, sum(spent for _, spent in own)


def _like_weeks(series: Series, day: date, days: int) -> _Fitted | None:
    """The eight periods of as many days right before. Eight values say little about how much they scatter, so single
    days are asked, too, and what scatters more counts.
    """
    ends = [day - timedelta(days=days * back) for back in range(1, LIKE_DAYS + 1)]
    own = [found for end in ends if (found := _exposed(series, end, days)) is not None and found[1] > 0]
    if len(own) < LIKE_DAYS:
        return None
    rates, dispersion = fitted({0: own})
    groups = _days_with_costs(series, day - timedelta(days=days - 1))
    if any(len(values) >= FEWEST for values in groups.values()):
        dispersion = max(dispersion, fitted(groups)[1])
    return rates[0], dispersion, sum(spent for _, spent in own)


def _days_with_costs(series: Series, day: date) -> dict[int, list[Exposed]]:
    return like_days_of(day, lambda earlier: _exposed(series, earlier, 1), lambda found: found[1] > 0)


def _exposed(series: Series, day: date, days: int) -> Exposed | None:
    """Cases and cents of the days that end with `day`."""
    window = series.window(day, days)
    return None if window is None or window[1] is None else (window[1], window[0])
