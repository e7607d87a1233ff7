"""Due times of schedules: the recurrence rule of a timing, and its German wording."""

import re
from collections.abc import Mapping
from datetime import datetime, time
from typing import Any, Final
from zoneinfo import ZoneInfo

from services.core.fields import Refused
from services.core.schedule_labels import SlotOut, turn_words, upcoming
from services.core.schedules import AtTime

_CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]")
CLOCK_SCHEMA: Final[dict[str, Any]] = {"type": "string", "pattern": f"^{_CLOCK.pattern}$"}
_BY_MONTH_DAY: Final = ("monthly", "quarterly", "yearly")


def rule_of(timing: Mapping[str, Any], zone: str) -> AtTime:
    """The recurrence rule of a validated timing."""
    kind = timing["kind"]
    return AtTime(
        time.fromisoformat(timing["time"]),
        ZoneInfo(zone),
        frozenset(timing["weekdays"]) if kind == "weekly" else frozenset(),
        timing["month_day"] if kind in _BY_MONTH_DAY else None,
        _months(kind, timing.get("month")),
    )


def _months(kind: str, month: int | None) -> frozenset[int]:
    """`month` of a year, or 1 to 3 within each quarter. Timings stored before there were quarters have none."""
    if month is None or kind not in ("quarterly", "yearly"):
        return frozenset()
    return frozenset({month} if kind == "yearly" else range(month, 13, 3))


def timing_words(timing: Mapping[str, Any], zone: str) -> str:
    """„montags und freitags um 6:00 Uhr“."""
    return turn_words(rule_of(timing, zone))


def next_out(timing: Mapping[str, Any], zone: str, now: datetime) -> list[SlotOut]:
    """The next slots as the console shows them."""
    return upcoming(rule_of(timing, zone), now)


def read_clock(value: object, sentence: str) -> str:
    """A time of day, „06:00“. Raises Refused with the sentence."""
    if not isinstance(value, str) or not _CLOCK.fullmatch(value):
        raise Refused("not_a_time", sentence)
    return value


def clock_words(at: time) -> str:
    """„6:00 Uhr“."""
    return f"{at.hour}:{at:%M} Uhr"
