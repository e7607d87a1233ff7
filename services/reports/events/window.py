"""The days in which events are looked for."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from itertools import pairwise

from sqlalchemy import ColumnElement, and_, or_
from sqlalchemy.orm import InstrumentedAttribute, Session

from analytics.compared import Event
from services.core.clock import berlin_day, end_of_berlin_day, start_of_berlin_day

__all__ = ["Days", "Event", "EventWindow", "begun"]
Days = tuple[date, date]
"""First and last day in Berlin, both included."""


@dataclass(frozen=True, slots=True)
class EventWindow:
    """A session to read in, and the periods that count."""

    session: Session
    periods: tuple[Days, ...]

    def holds(self, day: date | None) -> bool:
        """Whether a day counts."""
        return day is not None and any(first <= day <= last for first, last in self.periods)

    def day_of(self, at: datetime | None) -> date | None:
        """The day in Berlin of a moment, if it counts."""
        day = None if at is None else berlin_day(at)
        return day if self.holds(day) else None

    def days(self, column: InstrumentedAttribute[date]) -> ColumnElement[bool]:
        """The condition that a day counts."""
        return or_(*(column.between(first, last) for first, last in self.periods))

    def moments(self, column: InstrumentedAttribute[datetime]) -> ColumnElement[bool]:
        """The condition that the day of a moment counts."""
        return or_(
            *(
                and_(column >= start_of_berlin_day(first), column < end_of_berlin_day(last))
                for first, last in self.periods
            )
        )


def begun(results: Iterable[tuple[datetime, int]]) -> Iterator[tuple[datetime, int]]:
    """Of a check's results in order, those with faults that follow one without: a fault of many nights is told once."""
    for (_, before), (at, found) in pairwise([(datetime.min.replace(tzinfo=UTC), 0), *results]):
        if found and not before:
            yield at, found
