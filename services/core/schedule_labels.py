"""German wording for schedule slots and rules in the console, shared by jobs and scheduled reports."""

from collections.abc import Iterable
from datetime import date, datetime, time
from typing import Final, Literal

from pydantic import BaseModel

from services.core.clock import BERLIN
from services.core.german import MONTHS, WEEKDAYS
from services.core.schedules import FIRST_WORKING_DAY, LAST_DAY, AtTime, Every, Rule, Slot, next_slots

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
    """A slot in words."""
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
        return _on_day_of(rule.month_day, sorted(rule.months))
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


def _on_day_of(day: int, months: list[int]) -> str:
    """`am 1. Januar, April, Juli und Oktober`; `jedes Jahr am 29. Februar, sonst am letzten Tag,`."""
    names = _listed(MONTHS[month - 1] for month in months)
    yearly = "jedes Jahr " if len(months) == 1 else ""
    if day in _MONTH_ENDS:
        return f"{yearly}{_MONTH_ENDS[day]} im {names}"
    shorter = ", sonst am letzten Tag," if day > 28 and 2 in months else ""
    return f"{yearly}am {day}. {names}{shorter}"


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
