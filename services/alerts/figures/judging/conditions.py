"""When an alert on a figure opens and closes: pure, and the same for the live check and the replay of a year."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from services.alerts.figures.judging.band import Direction, band
from services.alerts.figures.judging.cost_band import cost_band
from services.alerts.figures.judging.rate_band import FEWEST_BASES, rate_band
from services.alerts.figures.judging.series import Data, Series


class Kind(StrEnum):
    """What an alert on a figure watches for."""

    BELOW = "below"
    ABOVE = "above"
    SILENT = "silent"
    OUTSIDE = "outside"
    UNVISITED = "unvisited"
    COSTS_MISSING = "costs_missing"


CALM_DAYS: Final = {Kind.BELOW: 2, Kind.ABOVE: 2, Kind.OUTSIDE: 2}
"""How many days in a row must be clear before an alert is over, so that it does not open and close from day to day;
of the other kinds one: there a single visit or cost line settles it."""
_OF_SUBJECTS: Final = (Kind.UNVISITED, Kind.COSTS_MISSING)
ENDED_DAYS: Final = 60
"""A source without costs for longer is taken to have ended, not to be late."""


@dataclass(frozen=True, slots=True)
class Condition:
    """`limit` in the figure's unit, for BELOW and ABOVE; `days` looked at together; `direction` and `false_alarms`
    (a year, without anything unusual) for OUTSIDE.
    """

    kind: Kind
    days: int = 1
    limit: int | None = None
    direction: Direction = "both"
    false_alarms: int = 4


class State(StrEnum):
    """Whether a condition holds at the end of a day; unknown where too little is known."""

    MET = "met"
    CLEAR = "clear"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Finding:
    """What a condition says of a day. `subjects`: the keys of the series for which it holds; `counts`: the two numbers
    of a rate. `value` is None for what costs without a single case come to.
    """

    state: State
    value: int | None = None
    low: float | None = None
    high: float | None = None
    subjects: tuple[str, ...] = ()
    counts: tuple[int, int] | None = None


_UNKNOWN: Final = Finding(State.UNKNOWN)


class Step(StrEnum):
    """What becomes of an alert at the end of a day."""

    OPEN = "open"
    CLOSE = "close"
    NONE = "none"


def find(condition: Condition, data: Data, day: date) -> Finding:
    """Whether the condition holds at the end of `day`. Looks at nothing later."""
    found = {subject: _judge(condition, series, series.judged(day)) for subject, series in sorted(data.items())}
    if not found:
        return _UNKNOWN
    met = [subject for subject, finding in found.items() if finding.state is State.MET]
    if met:
        return _joined(condition, [found[subject] for subject in met], met)
    known = [finding for finding in found.values() if finding.state is State.CLEAR]
    if not known:
        return _UNKNOWN
    # The value of any one campaign or source says nothing of all.
    return Finding(State.CLEAR) if condition.kind in _OF_SUBJECTS else known[0]


def advance(condition: Condition, data: Data, day: date, *, is_open: bool) -> tuple[Step, Finding]:
    """What becomes of an alert at the end of `day`. What is unknown changes nothing."""
    finding = find(condition, data, day)
    if finding.state is State.MET and not is_open:
        return Step.OPEN, finding
    if finding.state is State.CLEAR and is_open and _is_calm(condition, data, day):
        return Step.CLOSE, finding
    return Step.NONE, finding


def _is_calm(condition: Condition, data: Data, day: date) -> bool:
    earlier = range(1, CALM_DAYS.get(condition.kind, 1))
    return all(find(condition, data, day - timedelta(days=back)).state is State.CLEAR for back in earlier)


def _joined(condition: Condition, findings: Sequence[Finding], subjects: Sequence[str]) -> Finding:
    """Of several subjects costs add up, and of ages the highest counts; a single one keeps its band."""
    if len(findings) == 1:
        one = findings[0]
        return replace(one, subjects=tuple(subjects))
    values = [finding.value or 0 for finding in findings]
    value = max(values) if condition.kind is Kind.COSTS_MISSING else sum(values)
    return Finding(State.MET, value, subjects=tuple(subjects))


def _judge(condition: Condition, series: Series, day: date) -> Finding:
    match condition.kind:
        case Kind.BELOW | Kind.ABOVE:
            return _against_limit(condition, series, day)
        case Kind.SILENT:
            return _silent(condition, series, day)
        case Kind.OUTSIDE:
            return _outside(condition, series, day)
        case Kind.UNVISITED:
            return _unvisited(condition, series, day)
        case Kind.COSTS_MISSING:
            return _costs_missing(condition, series, day)


def _finding(is_met: bool, value: int, low: float | None = None, high: float | None = None) -> Finding:
    return Finding(State.MET if is_met else State.CLEAR, value, low, high)


def _against_limit(condition: Condition, series: Series, day: date) -> Finding:
    window = series.window(day, condition.days)
    if window is None or condition.limit is None:
        return _UNKNOWN
    amount, base = window
    counts = None if base is None else (amount, base)
    if base is not None:
        if base < (FEWEST_BASES if series.scale > 1 else 1) or (series.scale == 1 and not amount):
            # A rate of too few cases, or cases of which no costs are entered: that is not to say that they were free.
            return _UNKNOWN
        amount = round(amount * series.scale / base)
    is_met = amount < condition.limit if condition.kind is Kind.BELOW else amount > condition.limit
    return replace(_finding(is_met, amount), counts=counts)


def _silent(condition: Condition, series: Series, day: date) -> Finding:
    """Nothing for some days, after there was something once."""
    window = series.window(day, condition.days)
    if window is None:
        return _UNKNOWN
    known = (day - series.first).days + 1
    has_begun = any(series.amounts[:known])
    return _finding(has_begun and window[0] == 0, window[0])


def _outside(condition: Condition, series: Series, day: date) -> Finding:
    if series.bases is None:
        return _count_outside(condition, series, day)
    return (_rate_outside if series.scale > 1 else _cost_outside)(condition, series, day)


def _count_outside(condition: Condition, series: Series, day: date) -> Finding:
    value = series.amount(day)
    expected = None if value is None else band(series, day, condition.false_alarms, condition.direction)
    if value is None or expected is None:
        return _UNKNOWN
    return _finding(expected.is_outside(value), value, expected.low, expected.high)


def _rate_outside(condition: Condition, series: Series, day: date) -> Finding:
    amount, base = series.window(day, 1) or (0, 0)
    expected = rate_band(series, day, condition.false_alarms, condition.direction)
    if not base or expected is None:
        return _UNKNOWN
    unit = series.scale / base
    low, high = (None if bound is None else bound * unit for bound in (expected.low, expected.high))
    return replace(_finding(expected.is_outside(amount), round(amount * unit), low, high), counts=(amount, base))


def _cost_outside(condition: Condition, series: Series, day: date) -> Finding:
    """Amounts are costs in cents, bases cases. The cases are judged: the fewest usual ones make the highest usual cost.
    None at all has no cost per case, yet may be unusual.
    """
    cents, cases = series.window(day, condition.days) or (0, 0)
    expected = cost_band(series, day, condition.days, condition.false_alarms, condition.direction)
    if expected is None or cases is None:
        return _UNKNOWN
    low, high = (cents / bound if bound else None for bound in (expected.high, expected.low))
    state = State.MET if expected.is_outside(cases) else State.CLEAR
    return Finding(state, round(cents / cases) if cases else None, low, high, counts=(cents, cases))


def _unvisited(condition: Condition, series: Series, day: date) -> Finding:
    """Amounts are costs in cents, bases sessions."""
    window = series.window(day, condition.days)
    if window is None:
        return _UNKNOWN
    cents, sessions = window
    return _finding(cents > 0 and sessions == 0, cents)


def _costs_missing(condition: Condition, series: Series, day: date) -> Finding:
    """Amounts are how many days the newest costs are old; bases 1 where costs used to come regularly."""
    window = series.window(day, 1)
    if window is None:
        return _UNKNOWN
    age, is_regular = window
    return _finding(bool(is_regular) and condition.days <= age <= ENDED_DAYS, age)
