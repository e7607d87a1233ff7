"""Reservations in portions, for jobs that look at new ones every minute and at all of them once an hour.

New ones are told by when they were made, with a margin for transactions that took their time; looking at all now and
then catches whatever escaped, and what was left when a process was killed.
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
    """Remembers when a job last looked, and tells from when on it has to look now."""

    def __init__(self) -> None:
        self._seen: datetime | None = None
        self._seen_all: datetime | None = None

    def begin(self, now: datetime) -> datetime | None:
        """From when on; None: at all. At the start of a process at all."""
        if self._seen is None or self._seen_all is None or now - self._seen_all >= _ALL_AGAIN_AFTER:
            return None
        return self._seen - _MARGIN

    def end(self, since: datetime | None, now: datetime) -> None:
        """The look that began at `now` is over."""
        self._seen = now
        if since is None:
            self._seen_all = now


def portions(db: Database, since: datetime | None) -> Iterator[Span]:
    """The reservations made since then, in order. Each portion is read by itself: nothing is held meanwhile."""
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
