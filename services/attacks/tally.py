"""Counts of one process since they were last written: a flood of refused calls must not become a flood of writes.

What is held is bounded. Beyond the bounds callers and reports are no longer told apart, but still counted.
"""

import hashlib
import hmac
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, datetime
from threading import Lock
from typing import Final, NamedTuple

from services.attacks.kinds import Kind
from services.core.clock import Clock, berlin_day
from services.core.http.callers.networks import networks_of
from services.core.telemetry.measures import REFUSED_CALLS

MINUTE: Final = 60
MOST_CALLERS: Final = 1_000
"""Told apart of a kind and name on one day, by each process."""
_MOST_VIOLATIONS: Final = 500
"""Different ones that wait to be written."""


class Violation(NamedTuple):
    """What a browser reported, reduced to what is kept."""

    page: str
    directive: str
    blocked: str
    browser: str
    from_extension: bool


class Moment(NamedTuple):
    """Calls of a kind within a minute. `minute`: its begin, in seconds since 1970."""

    minute: int
    kind: str
    name: str


class Seen(NamedTuple):
    """A caller of a kind on a day."""

    day: date
    kind: str
    name: str
    caller: str


@dataclass(slots=True)
class Counts:
    """What was counted."""

    calls: Counter[Moment] = field(default_factory=Counter)
    callers: set[Seen] = field(default_factory=set)
    violations: Counter[tuple[date, Violation]] = field(default_factory=Counter)

    def __bool__(self) -> bool:
        return bool(self.calls or self.callers or self.violations)


class Tally:
    """The counts of one process. Safe to use from several threads."""

    def __init__(self, secret: bytes, clock: Clock) -> None:
        self._secret = secret
        self._clock = clock
        self._lock = Lock()
        self._counts = Counts()
        self._day: date | None = None
        self._known: dict[tuple[str, str], set[str]] = {}
        """Callers of this day, by kind and name."""

    def count(self, kind: Kind, name: str = "", caller: str | None = None) -> None:
        """Count one call. `caller`: its address, as `client_address` names it."""
        REFUSED_CALLS.labels(kind.value).inc()
        now = self._clock()
        with self._lock:
            self._counts.calls[Moment(_minute(now), kind.value, name)] += 1
            if caller is not None:
                self._see(kind, name, caller, berlin_day(now))

    def report(self, violation: Violation) -> None:
        """Count one report of a violated policy."""
        self.count(Kind.EXTENSION if violation.from_extension else Kind.POLICY)
        key = berlin_day(self._clock()), violation
        with self._lock:
            counted = self._counts.violations
            if key in counted or len(counted) < _MOST_VIOLATIONS:
                counted[key] += 1

    def take(self) -> Counts:
        """What was counted since the last time."""
        with self._lock:
            taken, self._counts = self._counts, Counts()
        return taken

    def put_back(self, counts: Counts) -> None:
        """Keep what could not be written for the next time; reports beyond the bound are lost."""
        with self._lock:
            self._counts.calls.update(counts.calls)
            self._counts.callers |= counts.callers
            if len(self._counts.violations) < _MOST_VIOLATIONS:
                self._counts.violations.update(counts.violations)

    def _see(self, kind: Kind, name: str, caller: str, day: date) -> None:
        if day != self._day:
            self._day, self._known = day, {}
        known = self._known.setdefault((kind.value, name), set())
        if len(known) >= MOST_CALLERS:
            return
        hashed = self._hash_of(caller, day)
        if hashed not in known:
            known.add(hashed)
            self._counts.callers.add(Seen(day, kind.value, name, hashed))

    def _hash_of(self, caller: str, day: date) -> str:
        """Of the network around the caller, an IPv4 /24 or an IPv6 /56, and of the day."""
        network = next(iter(networks_of(caller)), caller)
        return hmac.new(self._secret, f"refused-caller|{day}|{network}".encode(), hashlib.sha256).hexdigest()[:32]


def _minute(moment: datetime) -> int:
    seconds = int(moment.timestamp())
    return seconds - seconds % MINUTE
