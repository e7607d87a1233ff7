"""Recurrence rules, pure and shared by jobs and scheduled reports, and their German words.

A slot is one moment at which a rule is due. It is a function of the rule alone, so that every process computes the same
slots and a unique row can decide which process takes one. Wall-clock rules follow java.time and PEP 495: a time that
a clock change skips is moved later by the length of the gap, a time that occurs twice is taken the first time. So there
is exactly one slot on each of the two days a year.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice, takewhile
from typing import Final, Literal, Protocol
from zoneinfo import ZoneInfo

from pydantic import BaseModel

from services.core.clock import BERLIN
from services.core.german import MONTHS, WEEKDAYS
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
    """The time of day occurs twice on that day; this is the first."""
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

        Monthly slots carry none: an hour more or less does not matter there.
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
    """The number of slots strictly between two moments, `most` at most."""
    between = takewhile(lambda slot: slot.at < later, rule.after(earlier))
    return sum(1 for _ in islice(between, most))


def _slot(at: datetime, zone: ZoneInfo) -> Slot:
    return Slot(at.astimezone(UTC), at.astimezone(zone))


def _offset(local: datetime) -> timedelta:
    return local.utcoffset() or _NOTHING


Note = Literal["moved", "first_of_two", "forward", "back"]

_REPEATED: Final = tuple(f"{day.lower()}s" for day in WEEKDAYS)
_WORKING_DAYS: Final = frozenset(range(1, 6))
_MONTH_ENDS: Final = {FIRST_WORKING_DAY: "am ersten Werktag", LAST_DAY: "am letzten Tag"}
_UNITS: Final = (
    (86_400, "jeden Tag", "Tage"),
    (3_600, "jede Stunde", "Stunden"),
    (60, "jede Minute", "Minuten"),
    (1, "jede Sekunde", "Sekunden"),
)
_NOTES: Final[dict[Note, str]] = {
    "moved": "Zeitumstellung: Die eingestellte Uhrzeit gibt es an diesem Tag nicht, es wird {time}.",
    "first_of_two": "Zeitumstellung: Diese Uhrzeit gibt es an diesem Tag zweimal, es gilt das erste Mal.",
    "forward": "Zeitumstellung: Die Uhr wird vorgestellt, der Abstand zum vorigen Mal ist eine Stunde kürzer.",
    "back": "Zeitumstellung: Die Uhr wird zurückgestellt, der Abstand zum vorigen Mal ist eine Stunde länger.",
}


class SlotOut(BaseModel):
    """One moment at which something is due. `local_time` ("03:40") and `day` are of the rule's zone; `note` marks
    what a clock change does, and `words` say day, time and the note in German.
    """

    at: datetime
    local_time: str
    day: date
    note: Note | None
    words: str


def upcoming(rule: Rule, moment: datetime, count: int = 5) -> list[SlotOut]:
    """The next slots later than an aware moment."""
    return [slot_out(slot) for slot in next_slots(rule, moment, count)]


def slot_out(slot: Slot) -> SlotOut:
    note = _note(slot)
    words = f"{_weekday_and_day(slot.local.date())}, {_clock(slot.local.time())} Uhr"
    if note is not None:
        words += ". " + _NOTES[note].format(time=f"{_clock(slot.local.time())} Uhr")
    return SlotOut(at=slot.at, local_time=f"{slot.local:%H:%M}", day=slot.local.date(), note=note, words=words)


def _weekday_and_day(day: date) -> str:
    """`Sonntag, 25. Oktober 2026`."""
    return f"{WEEKDAYS[day.weekday()]}, {day.day}. {MONTHS[day.month - 1]} {day.year}"


def turn_words(rule: Rule) -> str:
    """When a rule is due: `täglich um 3:40 Uhr`, `alle 5 Minuten`."""
    if isinstance(rule, Every):
        return _interval(rule.seconds)
    if isinstance(rule, AtTime):
        zone = "" if rule.zone.key == BERLIN.key else f" ({rule.zone.key})"
        return f"{_on_days(rule)} um {_clock(rule.at)} Uhr{zone}"
    return "nach Plan"


def _interval(seconds: int) -> str:
    for length, one, many in _UNITS:
        if seconds == length:
            return one
        if seconds % length == 0:
            return f"alle {seconds // length} {many}"
    raise AssertionError("every number is a multiple of one")


def _on_days(rule: AtTime) -> str:
    if rule.months and rule.month_day is not None:
        # `am 1. Januar, April, Juli und Oktober`; `jedes Jahr am 29. Februar, sonst am letzten Tag,`.
        months = sorted(rule.months)
        names = _listed(MONTHS[month - 1] for month in months)
        yearly = "jedes Jahr " if len(months) == 1 else ""
        if rule.month_day in _MONTH_ENDS:
            return f"{yearly}{_MONTH_ENDS[rule.month_day]} im {names}"
        shorter = ", sonst am letzten Tag," if rule.month_day > 28 and 2 in months else ""
        return f"{yearly}am {rule.month_day}. {names}{shorter}"
    if rule.month_day is not None:
        return (
            f"{_MONTH_ENDS[rule.month_day]} jedes Monats" if rule.month_day in _MONTH_ENDS else _monthly(rule.month_day)
        )
    if rule.weekdays in (frozenset(), frozenset(range(1, 8))):
        return "täglich"
    if rule.weekdays == _WORKING_DAYS:
        return "montags bis freitags"
    return _listed(_REPEATED[day - 1] for day in sorted(rule.weekdays))


def _monthly(day: int) -> str:
    shorter = ", in kürzeren am letzten Tag," if day > 28 else ""
    return f"am {day}. jedes Monats{shorter}"


def _listed(words: Iterable[str]) -> str:
    *others, last = words
    return f"{', '.join(others)} und {last}" if others else last


def _clock(at: time) -> str:
    return f"{at.hour}:{at.minute:02}"


def _note(slot: Slot) -> Note | None:
    if slot.is_moved:
        return "moved"
    if slot.is_first_of_two:
        return "first_of_two"
    if not slot.shift:
        return None
    return "forward" if slot.shift.total_seconds() > 0 else "back"
