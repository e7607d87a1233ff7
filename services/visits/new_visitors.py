"""Limit of new visitors per network, because a made-up browser name per call would be a new visitor each time.

Beyond the limit nobody is refused, since offices and mobile carriers put many people behind one address. The rows
are flagged as bots, so they are kept and reports leave them out unless asked. Counted in the memory of each
process: no round trip, and no address, only its keyed hash under the salt of the day.
"""

import hmac
from datetime import datetime

import structlog

from services.core.http.callers.networks import networks_of
from services.limits import RateLimit

log = structlog.get_logger()

WIDER = 10
"""Multiple of the limit for all blocks of an IPv6 /48 together: anybody gets one for a free tunnel."""
_MOST_VISITORS = 200_000
"""Some twenty megabytes. With more in one window all counts are reset, as memory has to stay bounded."""


class NewVisitors:
    """Decides which visitors of a network are beyond its limit."""

    def __init__(self, limit: RateLimit) -> None:
        self._most = limit.calls
        self._seconds = limit.seconds
        self._window = 0
        self._counts: dict[bytes, int] = {}
        self._wide_counts: dict[bytes, int] = {}
        """New visitors of each widest network, those beyond a limit too; `_all` are those of all of them."""
        self._all = 0
        self._known: set[int] = set()
        self._known_before: set[int] = set()
        """Visitors of the previous window. They do not count as new, so no session is cut by the change of window."""

    def is_one_too_many(self, visitor: int, caller: str, salt: bytes, now: datetime) -> bool:
        """Whether the visitor is new and beyond the limit of a network of its caller; one within it is counted.

        `caller` as `client_address` names it, `salt` that of the day.
        """
        self._move_to(now)
        if visitor in self._known:
            return False
        if visitor not in self._known_before:
            keys = [(hmac.digest(salt, network.encode(), "sha256"), most) for network, most in self._limits(caller)]
            is_flood = self._is_flood(caller, salt)
            if is_flood or any(self._counts.get(key, 0) >= most for key, most in keys):
                return True
            for key, most in keys:
                self._counts[key] = self._counts.get(key, 0) + 1
                if self._counts[key] == most:
                    log.info("new_visitors_at_limit", limit=most)
        self._known.add(visitor)
        return False

    def _is_flood(self, caller: str, salt: bytes) -> bool:
        """Count a new visitor of its widest network; whether more than the limit, and more than half of all new ones,
        come out of it. No provider of this country reaches half; who owns an allocation and calls a quiet site does.
        """
        widest = networks_of(caller)[-1:] or (caller,)
        key = hmac.digest(salt, f"wide|{widest[0]}".encode(), "sha256")
        self._wide_counts[key] = self._wide_counts.get(key, 0) + 1
        self._all += 1
        return self._wide_counts[key] > self._most and 2 * self._wide_counts[key] > self._all

    def _limits(self, caller: str) -> list[tuple[str, int]]:
        """The networks that count, the smallest first: of IPv4 the address alone."""
        if ":" not in caller:
            return [(caller, self._most)]
        return list(zip(networks_of(caller), (self._most, self._most * WIDER), strict=False))

    def _move_to(self, now: datetime) -> None:
        window = int(now.timestamp()) // self._seconds
        is_full = len(self._known) >= _MOST_VISITORS
        if window == self._window and not is_full:
            return
        self._known_before = self._known if window == self._window + 1 and not is_full else set()
        self._known = set()
        self._counts = {}
        self._wide_counts = {}
        self._all = 0
        self._window = window
