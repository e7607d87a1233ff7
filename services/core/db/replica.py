"""A hot standby as a second source for long reads: whether it may be read, and how far it lags behind.

The lag is measured by WAL positions. Once a second, and before each use, this process records the primary's position
with its own time. A standby that has replayed a position shows everything committed by the time recorded for it. So an
idle primary does not make a standby look old, a disconnected one does not look fresh, no other machine's clock is
trusted, and nothing is written (`services/decisions/0066-*`).

Positions of different clusters or timelines are not comparable: a standby that does not share both with the primary is
not read.
"""

import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Any, Final

import structlog
from sqlalchemy import Engine, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

log = structlog.get_logger()

LONGEST_BEHIND: Final = timedelta(minutes=5)
"""An older standby is not read. Files of the store that it still names are deleted an hour after they were replaced."""
WAIT_SECONDS = 0.5
"""How long a reader waits for the standby to apply what was committed before it asked: streaming takes milliseconds."""
_SHORT_WAIT_SECONDS: Final = 0.1
_EVERY_SECONDS: Final = 1.0
_SILENT_SECONDS: Final = 10.0
_PATIENCE_SECONDS: Final = 1.0
"""How much longer than the standby may take a reader waits for the measurement."""
_STEP_SECONDS: Final = 0.01
_MOST_MARKS: Final = 4 * int(LONGEST_BEHIND / timedelta(seconds=_EVERY_SECONDS))

_OF_PRIMARY: Final = text(
    "SELECT (pg_control_system()).system_identifier, current_database(), "
    "('x' || substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8))::bit(32)::int, "
    "(pg_current_wal_flush_lsn() - '0/0')::bigint"
)
# The control file of a standby learns of a new timeline at its next restart point: until then it is not read.
_OF_STANDBY: Final = text(
    "SELECT pg_is_in_recovery(), (pg_control_system()).system_identifier, current_database(), greatest("
    "(pg_control_checkpoint()).timeline_id, (pg_control_recovery()).min_recovery_end_timeline), "
    "(coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::bigint"
)
_POSITION: Final = text("SELECT (coalesce(pg_last_wal_replay_lsn(), '0/0') - '0/0')::bigint")
_Away: Final = (DBAPIError, PoolTimeout)


class Unusable(StrEnum):
    """Why the standby is not read."""

    AWAY = "away"
    NO_STANDBY = "no_standby"
    """It takes writes itself: it was promoted, or never was a standby."""
    OTHER_DATABASE = "other_database"
    """Of another cluster or name."""
    OTHER_TIMELINE = "other_timeline"
    """It does not follow the present primary, or has not noted yet that it does."""
    BEHIND = "behind"
    """Older than `LONGEST_BEHIND`, or by an unknown time."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What was found. `behind`: at most so much older than the primary is what the standby shows; None: unknown."""

    unusable: Unusable | None
    behind: timedelta | None


@dataclass(frozen=True, slots=True)
class _Mark:
    position: int
    at: float


class Replica:
    """The standby of this process's database."""

    def __init__(self, engine: Engine, primary: Engine, monotonic: Callable[[], float] = time.monotonic) -> None:
        """`engine` reads the standby; measuring uses connections of both pools for some milliseconds."""
        self.engine, self._primary, self._monotonic = engine, primary, monotonic
        self.url = engine.url.render_as_string(hide_password=False)
        self._history: tuple[Any, ...] | None = None
        self._marks: deque[_Mark] = deque(maxlen=_MOST_MARKS)
        self._mutex = threading.Lock()
        self._changed = threading.Condition()
        self._is_asked = False
        self._found: tuple[float, Standing] | None = None
        """The newest standing, and when it began to be measured."""
        self._ends = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def latest(self) -> Standing:
        """The state within the last second; the first call waits for it. A hanging standby counts as unavailable."""
        return self._found_within(_SILENT_SECONDS, is_asked=False)

    @property
    def now(self) -> Standing:
        """The standing, measured after this call has begun, with time for the standby to apply what is committed."""
        return self._found_within(0, is_asked=True)

    def usable(self) -> timedelta | None:
        """At most how much older than the primary what the standby shows from now on is, zero for not at all; None if
        it must not be read.
        """
        if self.latest.unusable is Unusable.AWAY:
            return None  # a try could take seconds; the thread goes on trying
        standing = self.now
        return None if standing.unusable else standing.behind

    def measure(self, wait_seconds: float = 0.0) -> Standing:
        """Query both servers, and wait this long for the standby to replay what is committed. Hangs if they do."""
        goal = self._note_primary()
        try:
            return self._look(goal, wait_seconds)
        except _Away:
            return Standing(Unusable.AWAY, None)

    def close(self) -> None:
        """End measuring and close its connections."""
        self._ends.set()
        with self._changed:
            self._changed.notify_all()
        if self._thread is not None:
            self._thread.join(timeout=_SILENT_SECONDS)
        self.engine.dispose()

    def _found_within(self, seconds: float, *, is_asked: bool) -> Standing:
        with self._changed:
            # In the lock: no measurement that begins after this moment has missed that it is asked for.
            moment = self._monotonic() - seconds
            self._is_asked |= is_asked
            if self._thread is None and not self._ends.is_set():
                self._thread = threading.Thread(target=self._keep_measuring, name="replica", daemon=True)
                self._thread.start()
            self._changed.notify_all()
            self._changed.wait_for(
                lambda: self._ends.is_set() or (self._found is not None and self._found[0] >= moment),
                WAIT_SECONDS + _PATIENCE_SECONDS,
            )
            if self._found is None or self._found[0] < moment:
                return Standing(Unusable.AWAY, None)
            return self._found[1]

    def _keep_measuring(self) -> None:
        while not self._ends.is_set():
            with self._changed:
                at, is_asked, self._is_asked = self._monotonic(), self._is_asked, False
            with suppress(Exception):  # whatever it is, the next second may be better
                self._tell(at, self.measure(WAIT_SECONDS if is_asked else _SHORT_WAIT_SECONDS))
            with self._changed:
                self._changed.wait_for(lambda: self._is_asked or self._ends.is_set(), _EVERY_SECONDS)

    def _tell(self, at: float, standing: Standing) -> None:
        with self._changed:
            before, self._found = self._found, (at, standing)
            self._changed.notify_all()
        if before is None or before[1].unusable is not standing.unusable:
            log.info("replica", unusable=standing.unusable, behind=_seconds(standing.behind))

    def _note_primary(self) -> _Mark | None:
        """Note the primary's position; None while it does not answer: then notes of earlier moments serve."""
        at = self._monotonic()
        try:
            with self._primary.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
                *history, position = connection.execute(_OF_PRIMARY).one()
        except _Away:
            return None
        mark = _Mark(position, at)
        with self._mutex:
            if tuple(history) != self._history:
                self._history = tuple(history)
                self._marks.clear()
            self._marks.append(mark)
        return mark

    def _look(self, goal: _Mark | None, wait_seconds: float) -> Standing:
        until = self._monotonic() + wait_seconds
        with self.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            is_standby, *history, position = connection.execute(_OF_STANDBY).one()
            if (unusable := self._mismatch(is_standby, tuple(history))) is not None:
                return Standing(unusable, None)
            while goal is not None and position < goal.position and self._monotonic() < until:
                self._ends.wait(_STEP_SECONDS)
                position = connection.execute(_POSITION).scalar_one()
        behind = self._behind(position, goal)
        is_old = behind is None or behind > LONGEST_BEHIND
        return Standing(Unusable.BEHIND if is_old else None, behind)

    def _mismatch(self, is_standby: bool, history: tuple[Any, ...]) -> Unusable | None:
        if not is_standby:
            return Unusable.NO_STANDBY
        if self._history is None:  # the primary has not answered yet
            return Unusable.BEHIND
        if history[:2] != self._history[:2]:
            return Unusable.OTHER_DATABASE
        return Unusable.OTHER_TIMELINE if history[2] != self._history[2] else None

    def _behind(self, position: int, goal: _Mark | None) -> timedelta | None:
        """From the newest note whose position is applied."""
        if goal is not None and position >= goal.position:
            return timedelta(0)
        now = self._monotonic()
        with self._mutex:
            applied = [mark.at for mark in self._marks if mark.position <= position]
        return timedelta(seconds=now - max(applied)) if applied else None


def _seconds(span: timedelta | None) -> float | None:
    return None if span is None else round(span.total_seconds(), 3)
