"""Figures of the business, read from the database once for many scrapes."""

import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from concurrent.futures import TimeoutError as TooLong
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from services.alerts.models import IS_OPEN, Alert
from services.core.clock import Clock
from services.core.db.db import Database
from services.jobs.models import JobRun, KnownJob, RunState
from services.mail.models import UNSENT, Mail
from services.mail.waiting import waiting_mails
from services.messages.models import Conversation, ConversationState
from services.parks.models import Park, Spot
from services.reservations.models import UNCONFIRMED, Reservation

KEPT_SECONDS: Final = 15.0
"""How long figures are given again, however often they are scraped."""
_PATIENCE_SECONDS: Final = 3.0
"""How long a scrape waits for the database; what comes later is for the next one."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What the database said. Keys are states, parks and names of jobs and kinds; none of them is personal."""

    reservations: Mapping[tuple[str, str], int]
    """By park and state."""
    unconfirmed: Mapping[str, int]
    spots: Mapping[tuple[str, str], int]
    """By park and state, within the limit of the park."""
    waiting: Mapping[str, int]
    mails: Mapping[str, int]
    """Unsent ones by state."""
    oldest_mail_seconds: float
    conversations: int
    alerts: Mapping[str, int]
    job_successes: Mapping[str, float]
    """When each last succeeded, in seconds since 1970."""


class FigureReader:
    """Reads in one thread of its own, one at a time: a database that hangs never holds up a scrape."""

    def __init__(self, db: Database, clock: Clock, jobs: Callable[[], frozenset[str]]) -> None:
        """`jobs`: the names of the permanent jobs, the only ones told by name."""
        self._db, self._clock, self._jobs = db, clock, jobs
        self._thread = ThreadPoolExecutor(1, "metrics")
        self._reading: Future[Figures] | None = None
        self._read_at = 0.0
        self._latest: Figures | None = None

    def latest(self) -> Figures | None:
        """Figures that are at most `KEPT_SECONDS` old; None while the database does not give any."""
        if self._latest is not None and time.monotonic() - self._read_at < KEPT_SECONDS:
            return self._latest
        if self._reading is None or self._reading.done():
            self._reading = self._thread.submit(self._read)
        try:
            self._latest = self._reading.result(_PATIENCE_SECONDS)
        except (Exception, TooLong):  # whatever is wrong with it, the other figures are given
            self._latest = None
            return None
        self._read_at = time.monotonic()
        return self._latest

    def close(self) -> None:
        """Read no more; a reading that hangs is abandoned."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _read(self) -> Figures:
        with self._db.read() as session:
            return read_figures(session, self._jobs(), self._clock())


def read_figures(session: Session, jobs: frozenset[str], now: datetime) -> Figures:
    """Count everything, in some ten statements on indexes and small tables."""
    oldest = waiting_mails(session, now)
    owed = Conversation.state == ConversationState.OPEN.value
    spots = select(Spot.park_id, Spot.state, func.count()).join(Park).where(Spot.number <= Park.spot_limit)
    return Figures(
        reservations=_pairs(session, select(Reservation.park_id, Reservation.state, func.count())),
        unconfirmed=_counts(session, select(Reservation.park_id, func.count()).where(UNCONFIRMED)),
        spots=_pairs(session, spots),
        waiting={row.id: row.waiting_length for row in session.execute(select(Park.id, Park.waiting_length))},
        mails=_counts(session, select(Mail.state, func.count()).where(UNSENT)),
        oldest_mail_seconds=(now - oldest.since).total_seconds() if oldest else 0.0,
        conversations=session.scalar(select(func.count()).select_from(Conversation).where(owed)) or 0,
        alerts=_counts(session, select(Alert.kind, func.count()).where(IS_OPEN)),
        job_successes=_successes(session, jobs),
    )


def _pairs(session: Session, query: Select[str, str, int]) -> dict[tuple[str, str], int]:
    first, second, _ = query.selected_columns
    return {(row[0], row[1]): row[2] for row in session.execute(query.group_by(first, second))}


def _counts(session: Session, query: Select[str, int]) -> Counter[str]:
    (first, _) = query.selected_columns
    return Counter({row[0]: row[1] for row in session.execute(query.group_by(first))})


def _successes(session: Session, jobs: frozenset[str]) -> dict[str, float]:
    """Of jobs with slots the end of the last successful run, of continuous ones when they were last seen at work."""
    is_done = (JobRun.state == RunState.DONE.value) & JobRun.job.in_(jobs)
    last = select(JobRun.job, func.max(JobRun.finished_at).label("at")).where(is_done).group_by(JobRun.job)
    seen = select(KnownJob.name, KnownJob.seen_at).where(KnownJob.name.in_(jobs), KnownJob.failures == 0)
    ended = {row.job: row.at for row in session.execute(last)}
    known = {row.name: row.seen_at for row in session.execute(seen) if row.name not in ended}
    return {name: at.timestamp() for name, at in {**known, **ended}.items() if at is not None}
