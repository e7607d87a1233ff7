"""Rate limit over all servers, for calls so frequent and harmless that a row per call would cost more than the call.

Each server counts in memory. Once a caller has made a tenth of the limit on one server, that server adds its count to a
row that all servers share and learns the sum; it does so again with every further tenth. The call that completes a
tenth waits for the sum, and so do calls of the same caller that come meanwhile. A caller who stays below, as almost all
do, never touches the database and leaves no row.

One server lets exactly the limit pass in a window. With more, each of the others may hold calls that it has not added
yet, so at most `limit + (servers - 1) * (tenth - 1)` pass: 358 of 300 with three servers.
"""

import asyncio
from datetime import datetime
from functools import partial
from typing import Final

import structlog

from services.core.db.db import Database
from services.core.http.callers.rate_limit import Limit, Told, tell
from services.core.http.errors import DatabaseUnavailable, RateLimited

log = structlog.get_logger()

PARTS: Final = 10
"""Flushes of a caller's count within one limit: more of them overshoot less and write more."""
_PATIENCE_SECONDS: Final = 5.0
_MOST_CALLERS = 50_000
"""Ten megabytes. With more callers in one window all counts are reset: memory stays bounded, nobody is locked out."""


class _Counted:
    """The calls of one caller in this window: the shared total as last read, plus local calls not flushed yet."""

    __slots__ = ("sum", "telling", "untold", "wait_until")

    def __init__(self, part: int) -> None:
        self.sum = 0
        self.untold = 0
        self.wait_until = part
        """Flush to the database after this many calls."""
        self.telling: asyncio.Future[int] | None = None


class SharedLimit:
    """At most `calls` of one caller in a window of `seconds`, over all servers. For one event loop."""

    def __init__(self, purpose: str, calls: int, seconds: int, secret: bytes) -> None:
        self._limit = Limit(purpose, calls, seconds)
        self._part = max(1, calls // PARTS)
        self._secret = secret
        self._window = 0
        self._callers: dict[str, _Counted] = {}

    async def count(self, db: Database, caller: str, now: datetime) -> None:
        """Count one call; raises RateLimited beyond the limit. Without a database each server counts alone."""
        window = int(now.timestamp()) // self._limit.seconds * self._limit.seconds
        if window != self._window or len(self._callers) >= _MOST_CALLERS:
            self._window = window
            self._callers.clear()
        counted = self._callers.get(caller)
        if counted is None:
            counted = self._callers[caller] = _Counted(self._part)
        while counted.telling is not None and await _is_over(counted.telling):
            pass
        if counted.sum + counted.untold >= self._limit.calls:
            raise self._refusal(now)
        counted.untold += 1
        if counted.untold >= counted.wait_until:
            await self._tell(db, caller, window, counted)
            if counted.sum > self._limit.calls:
                raise self._refusal(now)

    def _refusal(self, now: datetime) -> RateLimited:
        return RateLimited(self._limit.seconds - int(now.timestamp()) % self._limit.seconds, self._limit.purpose)

    async def _tell(self, db: Database, caller: str, window: int, counted: _Counted) -> None:
        """Add the local calls to the shared row and read the sum; if that fails they stay local."""
        calls, counted.untold = counted.untold, 0
        # The window is part of what is hashed, so that rows of one caller cannot be joined to a record of its day.
        bucket = self._limit.bucket(f"{window}|{caller}", self._secret)
        try:
            telling = db.write_counts(tell, Told(bucket, window, calls))
        except DatabaseUnavailable:
            self._keep(counted, calls)
            return
        counted.telling = telling
        telling.add_done_callback(partial(self._learn, counted, calls))
        await _is_over(telling)

    def _learn(self, counted: _Counted, calls: int, telling: "asyncio.Future[int]") -> None:
        counted.telling = None
        error = None if telling.cancelled() else telling.exception()
        if telling.cancelled() or error is not None:
            self._keep(counted, calls)
            log.warning("calls_not_told", limit=self._limit.purpose, error=type(error).__name__)
            return
        counted.sum, counted.wait_until = telling.result(), self._part

    def _keep(self, counted: _Counted, calls: int) -> None:
        counted.untold += calls
        counted.wait_until = counted.untold + self._part


async def _is_over(telling: "asyncio.Future[int]") -> bool:
    """Wait for it, but not for a hanging database; a caller that gives up does not cancel it for the others."""
    done, _ = await asyncio.wait([telling], timeout=_PATIENCE_SECONDS)
    return bool(done)
