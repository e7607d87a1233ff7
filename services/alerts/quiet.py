"""Quiet times, in which no mail is sent, in Berlin local time including clock changes. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Final

from services.core.clock import BERLIN
from services.core.schedules import AtTime

EVERY_DAY: Final = frozenset(range(1, 8))


@dataclass(frozen=True, slots=True)
class Quiet:
    """From a time of day on some weekdays (1 Monday … 7 Sunday) until another time of day.

    An end that is not after the start is on the next day: 22:00 to 6:00 spans midnight and belongs to the day it begins
    on; equal times are a whole day.
    """

    start: time
    end: time
    days: frozenset[int]

    @property
    def never_ends(self) -> bool:
        """Whether it covers the whole week."""
        return self.start == self.end and self.days == EVERY_DAY


def quiet_of(start: time | None, end: time | None, days: Sequence[int]) -> Quiet | None:
    """The quiet times of a rule; None if it has none."""
    return Quiet(start, end, frozenset(days)) if start is not None and end is not None and days else None


def quiet_until(quiet: Quiet | None, moment: datetime) -> datetime | None:
    """End in UTC of the quiet time at an aware timestamp; None: it is not quiet.

    Adjacent quiet days are merged. Local times skipped by a clock change are shifted by the length of the gap; repeated
    ones count as the first of the two.
    """
    if quiet is None or quiet.never_ends:
        return None
    until = None
    while (end := _end_of_latest(quiet, until or moment)) > (until or moment):
        until = end
    return until


def _end_of_latest(quiet: Quiet, moment: datetime) -> datetime:
    """The end of the last quiet time that began before then; it may be over."""
    # A window never extends past the start of the next one, so only the latest matters.
    began = AtTime(quiet.start, weekdays=quiet.days).latest(moment).local.date()
    last = began if quiet.end > quiet.start else began + timedelta(days=1)
    return datetime.combine(last, quiet.end, BERLIN).astimezone(UTC)
