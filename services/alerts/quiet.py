"""Times in which no mail is to wake anybody. Pure; by the clock of Berlin, whatever that does."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final

from services.core.clock import BERLIN
from services.core.schedules import AtTime

EVERY_DAY: Final = frozenset(range(1, 8))


@dataclass(frozen=True, slots=True)
class Quiet:
    """From a time of day on some days of the week (1 Monday … 7 Sunday) until another time of day.

    An end that is not later than the beginning lies on the next day: 22:00 to 6:00 goes over midnight and belongs to
    the day it begins on; equal times are a whole day.
    """

    start: time
    end: time
    days: frozenset[int]

    @property
    def never_ends(self) -> bool:
        """Whether there is no moment outside it."""
        return self.start == self.end and self.days == EVERY_DAY


def quiet_of(start: time | None, end: time | None, days: Sequence[int]) -> Quiet | None:
    """The quiet times of a rule, None without any."""
    return Quiet(start, end, frozenset(days)) if start is not None and end is not None and days else None


def quiet_until(quiet: Quiet | None, moment: datetime) -> datetime | None:
    """When the quiet that reigns at an aware moment is over, in UTC; None: it is not quiet.

    Quiet days that follow each other without a gap are one. Times that a clock change leaves out count as later by
    the length of the gap, those that it repeats as the first of the two.
    """
    if quiet is None or quiet.never_ends:
        return None
    until = None
    while (end := _end_of_latest(quiet, until or moment)) > (until or moment):
        until = end
    return until


def _end_of_latest(quiet: Quiet, moment: datetime) -> datetime:
    """The end of the quiet that began last until then; it may be over."""
    # A window never outlasts the beginning of the next one, so the latest alone decides.
    began = AtTime(quiet.start, weekdays=quiet.days).latest(moment).local.date()
    last = began if quiet.end > quiet.start else began + timedelta(days=1)
    return datetime.combine(last, quiet.end, BERLIN).astimezone(UTC)
