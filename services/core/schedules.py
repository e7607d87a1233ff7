"""Recurrence rules, pure and shared by jobs and scheduled reports.

A slot is one moment at which a rule is due. It is a function of the rule alone, so that every process computes the same
slots and a unique row can decide which process takes one. Wall-clock rules follow java.time and PEP 495: a time that
a clock change skips is moved later by the length of the gap, a time that occurs twice is taken the first time. So there
is exactly one slot on each of the two days a year.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice, takewhile
from typing import Final, Protocol
from zoneinfo import ZoneInfo

from services.core.clock import BERLIN
from services.core.working_days import on_or_after

LAST_DAY: Final = 31
"""As the day of a month: its last day."""
FIRST_WORKING_DAY: Final = 0
"""As the day of a month: the first on which the desk works."""
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_NOTHING: Final = timedelta(0)


@dataclass(frozen=True, slots=True)
class Slot:
    """One moment at which a rule is due. `at` is UTC, `local` the same moment on the clock of the rule's zone."""

    at: datetime
    local: datetime
    is_moved: bool = False
    """The time of day does not exist on that day; it is taken later by the length of the gap."""
    is_first_of_two: bool = False
    """The time of day comes twice on that day; this is the first."""
    shift: timedelta = _NOTHING
    """By how much the clock was put forward since the previous slot; negative: put back."""


class Rule(Protocol):
    """A recurrence rule."""

    def after(self, moment: datetime) -> Iterator[Slot]:
        """Slots after an aware moment, in order, without end."""

    def latest(self, moment: datetime) -> Slot:
        """The latest slot at or before an aware moment."""


@dataclass(frozen=True, slots=True)
class Every:
    """Every given number of seconds, counted from 1970 so that every process computes the same slots."""

    seconds: int

    def __post_init__(self) -> None:
        if self.seconds < 1:
            raise ValueError("an interval has at least one second")

    def after(self, moment: datetime) -> Iterator[Slot]:
        """The next full intervals."""
        step = timedelta(seconds=self.seconds)
        at = self.latest(moment).at
        while True:
            at += step
            yield _slot(at, BERLIN)

    def latest(self, moment: datetime) -> Slot:
        """The start of the current interval."""
        step = timedelta(seconds=self.seconds)
        return _slot(_EPOCH + (moment - _EPOCH) // step * step, BERLIN)


@dataclass(frozen=True, slots=True)
class AtTime:
    """At a time of day: daily, or only on some days of the week (1 Monday … 7 Sunday), or on one day of the month.

    `month_day` 29 and 30 mean the last day of months that are shorter; 31 is the last day of every month, 0 the first
    working day in Bavaria. `months` 1 to 12 restrict it to these months; without any it is every month.
    """

    at: time
    zone: ZoneInfo = BERLIN
    weekdays: frozenset[int] = frozenset()
    month_day: int | None = None
    months: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        if self.at.tzinfo is not None or self.at.second or self.at.microsecond:
            raise ValueError("a time of day has hours and minutes")
        if not self.weekdays <= frozenset(range(1, 8)):
            raise ValueError("days of the week are 1 to 7")
        if self.month_day is not None and (self.weekdays or not 0 <= self.month_day <= LAST_DAY):
            raise ValueError("a day of the month is 0 to 31, and excludes days of the week")
        if self.months and (self.month_day is None or not self.months <= frozenset(range(1, 13))):
            raise ValueError("months are 1 to 12, and need a day of the month")

    def after(self, moment: datetime) -> Iterator[Slot]:
        """The next slots, each with the clock change of its day, if any.

        Slots months apart are not told a shift: an hour more or less says nothing there.
        """
        before = self.latest(moment)
        day = before.local.date()
        while True:
            # From the day before on: a slot that was moved out of a gap may lie on its own day only by the clock.
            day += timedelta(days=1)
            if self._is_day(day):
                slot = self._on(day, None if self.months else before)
                if slot.at > moment:
                    yield slot
                    before = slot

    def latest(self, moment: datetime) -> Slot:
        """The latest slot up to then, searched backwards day by day: at most a year and a month."""
        day = moment.astimezone(self.zone).date()
        while True:
            if self._is_day(day):
                slot = self._on(day, None)
                if slot.at <= moment:
                    return slot
            day -= timedelta(days=1)

    def _is_day(self, day: date) -> bool:
        if self.months and day.month not in self.months:
            return False
        if self.month_day == FIRST_WORKING_DAY:
            return day == on_or_after(day.replace(day=1))
        if self.month_day is not None:
            is_last = (day + timedelta(days=1)).month != day.month
            return day.day == self.month_day or (is_last and day.day < self.month_day)
        return not self.weekdays or day.isoweekday() in self.weekdays

    def _on(self, day: date, before: Slot | None) -> Slot:
        wall = datetime.combine(day, self.at)
        first, second = wall.replace(tzinfo=self.zone), wall.replace(tzinfo=self.zone, fold=1)
        at = first.astimezone(UTC)
        local = at.astimezone(self.zone)
        is_moved = local.replace(tzinfo=None) != wall
        is_double = not is_moved and first.utcoffset() != second.utcoffset()
        shift = _offset(local) - _offset(before.local) if before else _NOTHING
        return Slot(at, local, is_moved, is_double, shift)


def next_slots(rule: Rule, moment: datetime, count: int) -> list[Slot]:
    """The given number of slots after an aware moment."""
    return list(islice(rule.after(moment), count))


def missed_between(rule: Rule, earlier: datetime, later: datetime, most: int = 1_000) -> int:
    """How many slots lie strictly between two moments; counting ends at `most`."""
    between = takewhile(lambda slot: slot.at < later, rule.after(earlier))
    return sum(1 for _ in islice(between, most))


def _slot(at: datetime, zone: ZoneInfo) -> Slot:
    return Slot(at.astimezone(UTC), at.astimezone(zone))


def _offset(local: datetime) -> timedelta:
    return local.utcoffset() or _NOTHING
