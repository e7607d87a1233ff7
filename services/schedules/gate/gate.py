"""When a schedule that waits for data may send: which are missing for a slot, and until when it waits. Pure but for the
queries of `reports/freshness.py`.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlalchemy.orm import Session

from services.core.clock import BERLIN
from services.core.german import listed
from services.reports.freshness import Gap, gaps
from services.schedules.models import ReportSchedule
from services.schedules.periods import period_at
from services.schedules.timing import clock_words

_DAY: Final = timedelta(days=1)
_WORDS: Final[Mapping[str, str]] = {"visits": "Besuche", "costs": "Kosten", "self_check": "Prüfung der Seiten"}


def deadline(gate: Mapping[str, Any], zone: str, slot: datetime) -> datetime:
    """Until when the report of a slot waits, in UTC. A time that the clock skips is moved later by the gap and one that
    comes twice is the first, as with slots (`core/schedules.py`); it is never before the slot.
    """
    of_zone = ZoneInfo(zone)
    day = slot.astimezone(of_zone).date() + (_DAY if gate["is_next_day"] else timedelta(0))
    wall = datetime.combine(day, time.fromisoformat(gate["until"]), of_zone)
    return max(slot, wall.astimezone(UTC))


def missing(session: Session, schedule: ReportSchedule, slot: datetime, now: datetime) -> list[Gap]:
    """The data of the schedule's gate that do not reach the end of the slot's period; none without a gate."""
    if schedule.gate is None:
        return []
    return gaps(session, schedule.gate["needs"], _last_day(schedule, slot), now)


def _last_day(schedule: ReportSchedule, slot: datetime) -> date:
    """Of the period; for a period „to date“ and for reports without one, the day before: the due day is not over."""
    before = slot.astimezone(BERLIN).date() - _DAY
    if schedule.period is None:
        return before
    return min(before, period_at(schedule.period, slot, ZoneInfo(schedule.zone))[1])


def gate_words(gate: Mapping[str, Any] | None) -> str:
    """„sobald Besuche und Kosten da sind, spätestens um 10:00 Uhr am nächsten Tag“; empty without a gate."""
    if gate is None:
        return ""
    named = [_WORDS[name] for name in gate["needs"]]
    verb = "da ist" if gate["needs"] == ["self_check"] else "da sind"
    until = clock_words(time.fromisoformat(gate["until"]))
    return f"sobald {listed(named)} {verb}, spätestens um {until}{' am nächsten Tag' if gate['is_next_day'] else ''}"
