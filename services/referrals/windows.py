"""Batches of reservations for jobs that scan new ones every minute and all of them once an hour.

New ones are selected by creation time, with a margin for slow transactions; the hourly full scan catches
any that were missed, or left behind when a process was killed.
"""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import func, select

from services.core.db.db import Database
from services.reservations.models import Reservation

_PORTION = 10_000
_MARGIN = timedelta(minutes=5)
_ALL_AGAIN_AFTER = timedelta(hours=1)


class Span(NamedTuple):
    """Reservations from one id to another, both included."""

    first: int
    last: int


class Rounds:
    """Remembers when a job last scanned, and decides from when on it has to scan now."""

    def __init__(self) -> None:
        self._seen: datetime | None = None
        self._seen_all: datetime | None = None

    def begin(self, now: datetime) -> datetime | None:
        """The start of the scan; None: all reservations, as on the first scan of a process."""
        if self._seen is None or self._seen_all is None:
            return None
        if not timedelta(0) <= now - self._seen_all < _ALL_AGAIN_AFTER:  # or the clock was set back
            return None
        return min(self._seen, now) - _MARGIN

    def end(self, since: datetime | None, now: datetime) -> None:
        """Record that the scan begun at `now` is complete."""
        self._seen = now
        if since is None:
            self._seen_all = now


def portions(db: Database, since: datetime | None) -> Iterator[Span]:
    """Reservations made since then, in order. Each batch is read separately: no transaction stays open in between."""
    last = 0
    if since is not None:
        with db.read() as session:
            first = session.scalar(select(func.min(Reservation.id)).where(Reservation.created_at >= since))
        if first is None:
            return
        last = first - 1
    while True:
        with db.read() as session:
            following = select(Reservation.id).where(Reservation.id > last).order_by(Reservation.id).limit(_PORTION)
            end = session.scalar(select(func.max(following.subquery().c.id)))
        if end is None:
            return
        yield Span(last + 1, end)
        last = end
