"""Due times of schedules: the recurrence rule of a timing, and its German wording."""

from collections.abc import Mapping
from datetime import datetime, time
from typing import Any
from zoneinfo import ZoneInfo

from services.core.schedule_labels import SlotOut, turn_words, upcoming
from services.core.schedules import AtTime


def rule_of(timing: Mapping[str, Any], zone: str) -> AtTime:
    """The recurrence rule of a validated timing."""
    is_weekly, is_monthly = timing["kind"] == "weekly", timing["kind"] == "monthly"
    return AtTime(
        time.fromisoformat(timing["time"]),
        ZoneInfo(zone),
        frozenset(timing["weekdays"]) if is_weekly else frozenset(),
        timing["month_day"] if is_monthly else None,
    )


def timing_words(timing: Mapping[str, Any], zone: str) -> str:
    """„montags und freitags um 6:00 Uhr“."""
    return turn_words(rule_of(timing, zone))


def next_out(timing: Mapping[str, Any], zone: str, now: datetime) -> list[SlotOut]:
    """The next slots as the console shows them."""
    return upcoming(rule_of(timing, zone), now)


def clock_words(at: time) -> str:
    """„6:00 Uhr“."""
    return f"{at.hour}:{at:%M} Uhr"
