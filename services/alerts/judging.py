"""When a rule on a figure opens an alert and when the alert is over. Pure, and the same for the check and the preview.

Every comparison is arithmetic on whole days that can be done again by hand; explained in ALERTS.md.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from services.core.working_days import is_holiday

ONE_DAY: Final = timedelta(days=1)
WEEK: Final = timedelta(days=7)
WEEKS: Final = 8
"""How many earlier weeks make what is usual."""
FEWEST: Final = 20
"""A rate of fewer cases, or eight weeks with less in them, say nothing."""
REVISED: Final = 14
"""How many days before the last one on which it was found an open alert may rest on."""
ENDED_DAYS: Final = 60
"""A source without costs for longer is taken to have ended, not to be late."""


class Comparison(StrEnum):
    """What a rule on a figure watches for."""

    BELOW = "below"
    ABOVE = "above"
    LESS = "less_than_usual"
    MORE = "more_than_usual"
    UNUSUAL = "unusual"
    SILENT = "silent"
    COSTS_MISSING = "costs_missing"


USUAL: Final = (Comparison.LESS, Comparison.MORE, Comparison.UNUSUAL)
"""Those against the same weekdays of the last eight weeks."""
CALM_DAYS: Final = {Comparison.SILENT: 1, Comparison.COSTS_MISSING: 1}
"""How many days in a row must be clear before an alert is over, so that it does not open and close from day to day:
else two. Of silence, and of costs that are late, the first that come settle it."""


class State(StrEnum):
    """Whether a condition holds at the end of a day; unknown where too little is known."""

    MET = "met"
    CLEAR = "clear"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Series:
    """Values from `first` on, one a day, up to the last day that can be judged. A ratio has `bases`: its value over
    days is Σ amounts ÷ Σ bases × `scale`.
    """

    first: date
    amounts: tuple[int, ...]
    bases: tuple[int, ...] | None = None
    scale: int = 1

    @property
    def last(self) -> date:
        """The last day with a value; the day before `first` if there is none."""
        return self.first + timedelta(days=len(self.amounts) - 1)

    def window(self, day: date, days: int) -> tuple[int, int] | None:
        """Sums of amounts and bases over the `days` that end with `day`; None if not all of them are known."""
        end = (day - self.first).days + 1
        start = end - days
        if start < 0 or end > len(self.amounts):
            return None
        return sum(self.amounts[start:end]), sum(self.bases[start:end]) if self.bases else 0

    def value(self, sums: tuple[int, int]) -> int | None:
        """What such sums come to; None for a rate of too few cases, and for cases of which no costs are entered."""
        amount, base = sums
        if self.bases is None:
            return amount
        if base < (FEWEST if self.scale > 1 else 1) or (self.scale == 1 and not amount):
            return None
        return round(amount * self.scale / base)


Data = Mapping[str, Series]
"""Series by subject: a single one with the key "" for most figures, else one per campaign or source."""


@dataclass(frozen=True, slots=True)
class Condition:
    """`limit`: in the figure's unit, or in per cent of what is usual. `is_unvisited`: amounts are costs of campaigns,
    bases their sessions, and only costs without any session count.
    """

    comparison: Comparison
    days: int = 1
    limit: int = 0
    is_unvisited: bool = False


@dataclass(frozen=True, slots=True)
class Finding:
    """What a condition says of a day. `subjects`: the keys of the series for which it holds; `counts`: the two numbers
    of a ratio; `usual`: the mean of the eight weeks before; `is_over`: it has been clear for long enough.
    """

    state: State
    value: int | None = None
    subjects: tuple[str, ...] = ()
    counts: tuple[int, int] | None = None
    usual: int | None = None
    is_over: bool = False


_UNKNOWN: Final = Finding(State.UNKNOWN)


def find(condition: Condition, data: Data, day: date) -> Finding:
    """Whether the condition holds at the end of `day`. Looks at nothing later."""
    if condition.comparison is Comparison.COSTS_MISSING:
        return _costs_missing(condition, data, day)
    if condition.is_unvisited:
        return _unvisited(condition, data, day)
    series = data.get("")
    sums = series.window(day, condition.days) if series else None
    if series is None or sums is None:
        return _UNKNOWN
    if condition.comparison is Comparison.SILENT:
        has_begun = any(series.amounts[: (day - series.first).days + 1])
        return _finding(has_begun and sums[0] == 0, sums[0])
    value = series.value(sums)
    if value is None:
        return _UNKNOWN
    if condition.comparison in USUAL:
        found = _against_usual(condition, series, day, value)
    else:
        is_below = condition.comparison is Comparison.BELOW
        found = _finding(value < condition.limit if is_below else value > condition.limit, value)
    return replace(found, counts=sums if series.bases else None)


def judge(condition: Condition, data: Data, day: date) -> Finding:
    """What the condition says at the end of `day`, and whether an open alert is over then."""
    finding = find(condition, data, day)
    days = [day - back * ONE_DAY for back in range(1, CALM_DAYS.get(condition.comparison, 2))]
    is_over = finding.state is State.CLEAR and all(find(condition, data, one).state is State.CLEAR for one in days)
    return replace(finding, is_over=is_over)


def lasts(condition: Condition, data: Data, day: date, found_on: date) -> bool:
    """Whether an alert that was last found on a day is still open at the end of `day`, from present knowledge: a day
    that was found for want of costs or reservations that have come since no longer counts.
    """
    stands = False
    for one in days_between(found_on - REVISED * ONE_DAY, day):
        finding = judge(condition, data, one)
        if finding.state is State.MET or (finding.state is State.UNKNOWN and one == found_on):
            stands = True
        elif finding.is_over:
            stands = False
    return stands


def _finding(is_met: bool, value: int, subjects: Iterable[str] = ()) -> Finding:
    return Finding(State.MET if is_met else State.CLEAR, value, tuple(subjects))


def _against_usual(condition: Condition, series: Series, day: date, value: int) -> Finding:
    """Against the mean of the same days of each of the eight weeks before. Single public holidays are not judged."""
    if condition.days == 1 and is_holiday(day):
        return _UNKNOWN
    weeks = [series.window(day - back * WEEK, condition.days) for back in range(1, WEEKS + 1)]
    known = [sums for sums in weeks if sums is not None]
    if len(known) < WEEKS:
        return _UNKNOWN
    amount, base = (sum(sums[part] for sums in known) for part in (0, 1))
    total = series.value((amount, base))
    if total is None or (series.bases is None and amount < FEWEST):
        return _UNKNOWN
    # Of a count the mean of eight; a ratio is that of the eight together.
    usual = total / WEEKS if series.bases is None else float(total)
    difference, allowed = value - usual, usual * condition.limit / 100
    is_less = difference < -allowed and condition.comparison is not Comparison.MORE
    is_more = difference > allowed and condition.comparison is not Comparison.LESS
    return replace(_finding(is_less or is_more, value), usual=round(usual))


def _unvisited(condition: Condition, data: Data, day: date) -> Finding:
    """What the campaigns cost that nobody came with in these days, together."""
    sums = {key: series.window(day, condition.days) for key, series in sorted(data.items())}
    if not any(sums.values()):
        return _UNKNOWN
    cents = {key: found[0] for key, found in sums.items() if found and found[0] and not found[1]}
    total = sum(cents.values())
    return _finding(total > condition.limit, total, cents)


def _costs_missing(condition: Condition, data: Data, day: date) -> Finding:
    """Amounts are how many days the newest costs are old; bases 1 where costs used to come regularly."""
    found = {key: sums for key, series in sorted(data.items()) if (sums := series.window(day, 1))}
    if not found:
        return _UNKNOWN
    late = {key: age for key, (age, regular) in found.items() if regular and condition.days <= age <= ENDED_DAYS}
    return _finding(bool(late), max(late.values(), default=0), late)


def replay(condition: Condition, data: Data, last: date, days: int) -> tuple[list[date], int]:
    """On which of the `days` that end with `last` an alert would have opened, and how many of them can be judged."""
    openings, is_open, judged = [], False, 0
    for day in days_between(last - (days - 1) * ONE_DAY, last):
        finding = judge(condition, data, day)
        judged += finding.state is not State.UNKNOWN
        if finding.state is State.MET and not is_open:
            openings.append(day)
        is_open = finding.state is State.MET or (is_open and not finding.is_over)
    return openings, judged


def last_day(data: Data, today: date) -> date:
    """The last day that can be judged."""
    return max((series.last for series in data.values()), default=today - ONE_DAY)


def series_of(values: Mapping[date, int], first: date, last: date) -> Series:
    """A series from `first` to `last` with 0 on days without a value."""
    return Series(first, tuple(values.get(day, 0) for day in days_between(first, last)))


def days_between(first: date, last: date) -> Iterator[date]:
    """Every day from the first to the last, both included."""
    return (first + number * ONE_DAY for number in range((last - first).days + 1))
