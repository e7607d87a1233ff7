"""In-memory rate limit of one process, for calls so frequent and harmless that a row per call would cost more
than the call itself.

Several processes allow several times as much. What must hold across all of them uses `rate_limit.py`.
"""

from datetime import datetime

from services.core.http.errors import RateLimited

_MOST_CALLERS = 50_000
"""A few megabytes. With more callers in one window all counts are reset: memory stays bounded, nobody is locked out."""


class LocalLimit:
    """At most `calls` of one caller in a window of `seconds`. Addresses are forgotten with their window."""

    def __init__(self, purpose: str, calls: int, seconds: int) -> None:
        self._purpose = purpose
        self._most = calls
        self._seconds = seconds
        self._window = 0
        self._calls: dict[str, int] = {}

    def count(self, caller: str, now: datetime) -> None:
        """Count one call; raises RateLimited beyond the limit."""
        seconds = int(now.timestamp())
        window = seconds // self._seconds
        if window != self._window or len(self._calls) >= _MOST_CALLERS:
            self._window = window
            self._calls.clear()
        calls = self._calls[caller] = self._calls.get(caller, 0) + 1
        if calls > self._most:
            raise RateLimited(self._seconds - seconds % self._seconds, self._purpose)
