"""Rate limits for new reservations: per address, per surrounding network, and for all busy addresses together.

Each address may make a few reservations a day freely. Further ones, of any address, share one hourly quota in
each park: a university or a mobile carrier behind one address gets through on a normal day, while a script that owns
a hundred addresses exhausts the quota at once and is left with the few of each. The networks have limits of
their own, so that a rented block counts as one caller. Measured in `LIMITS.md`.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

from sqlalchemy.orm import Session

from services.core.http.callers.networks import networks_of
from services.core.http.callers.rate_limit import Limit, count_each, refusal
from services.core.http.errors import RateLimited
from services.settings import RateLimit, Settings

BURST_SECONDS = 600
BURST_PURPOSE = "reserved-burst"
"""Counted for the watch only, over its own window: which networks reservations came from lately."""
_NO_LIMIT = 2**31
_Mention = tuple[Limit, str]
Asking = TypeVar("Asking", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Caller:
    """The counter rows of one caller. Without the secret they cannot be traced back to the address."""

    address: str
    """Of new reservations of the single address."""
    networks: tuple[_Mention, ...]
    watched: str


class CallerLimits:
    """Counts new reservations and refuses those beyond the limits of the settings."""

    def __init__(self, settings: Settings) -> None:
        self._secret = settings.secret_key
        self._address = _limit("reserved-address", settings.rate_limit_reserved_address)
        self._repeats = _limit("reserved-repeats", settings.rate_limit_reserved_repeats)
        self._network = _limit("reserved-network", settings.rate_limit_reserved_network)
        self._block = _limit("reserved-block", settings.rate_limit_reserved_block)
        self._burst = Limit(BURST_PURPOSE, _NO_LIMIT, BURST_SECONDS)

    def caller(self, address: str) -> Caller:
        """The counter rows of an address, as `client_address` names it."""
        *blocks, widest = networks_of(address) or (address,)
        limits = [(self._block, block) for block in blocks] + [(self._network, widest)]
        return Caller(
            address=self._address.bucket(address, self._secret),
            networks=tuple((limit, limit.bucket(network, self._secret)) for limit, network in limits),
            watched=self._burst.bucket(widest, self._secret),
        )

    def refuse(
        self, session: Session, asking: Mapping[Asking, tuple[Caller, str]], now: datetime
    ) -> dict[Asking, RateLimited]:
        """Count these reservations, each of a caller in a park, and return the refusals of those beyond a limit.

        They are checked in order. A refused one is not counted, so that a flood does not use up its network's limit.
        """
        mentions = Counter(mention for caller, _park in asking.values() for mention in self._mentions(caller))
        before = count_each(session, mentions, now)
        before.subtract({bucket: calls for (_limit, bucket), calls in mentions.items()})
        refused = self._walk(asking, before, self._repeats_left(session, asking, before, now), now)
        taken_back = Counter(mention for key in refused for mention in self._mentions(asking[key][0]))
        count_each(session, {mention: -calls for mention, calls in taken_back.items()}, now)
        return refused

    def _mentions(self, caller: Caller) -> Sequence[_Mention]:
        return ((self._address, caller.address), *caller.networks, (self._burst, caller.watched))

    def _repeats_left(
        self, session: Session, asking: Mapping[Asking, tuple[Caller, str]], before: Counter[str], now: datetime
    ) -> Counter[str]:
        """How many reservations of busy addresses each park still accepts; counts those among these."""
        seen = Counter(before)
        repeats: Counter[str] = Counter()
        for caller, park in asking.values():
            repeats[park] += seen[caller.address] >= self._address.calls
            seen[caller.address] += 1
        wanted = {park: calls for park, calls in repeats.items() if calls}
        if not wanted:
            return Counter()
        bucket = {park: self._repeats.bucket(park, self._secret) for park in wanted}
        counted = count_each(session, {(self._repeats, bucket[park]): calls for park, calls in wanted.items()}, now)
        left = {park: self._repeats.calls - counted[bucket[park]] + calls for park, calls in wanted.items()}
        over = {
            (self._repeats, bucket[park]): left[park] - calls for park, calls in wanted.items() if calls > left[park]
        }
        count_each(session, over, now)
        return Counter(left)

    def _walk(
        self, asking: Mapping[Asking, tuple[Caller, str]], before: Counter[str], left: Counter[str], now: datetime
    ) -> dict[Asking, RateLimited]:
        """The refusals, checked in order of arrival. `before`: calls of each bucket without these."""
        seen = Counter(before)
        refused: dict[Asking, RateLimited] = {}
        for key, (caller, park) in asking.items():
            problem = next(filter(None, (refusal(limit, seen[b] + 1, now) for limit, b in caller.networks)), None)
            if problem is None and seen[caller.address] >= self._address.calls:
                left[park] -= 1
                problem = (
                    None
                    if left[park] >= 0
                    else RateLimited(_until_next_window(self._repeats, now), self._repeats.purpose)
                )
            if problem is not None:
                refused[key] = problem
                continue
            for _limit, bucket in self._mentions(caller):
                seen[bucket] += 1
        return refused


def _limit(purpose: str, rate: RateLimit) -> Limit:
    return Limit(purpose, rate.calls, rate.seconds)


def _until_next_window(limit: Limit, now: datetime) -> int:
    return limit.seconds - int(now.timestamp()) % limit.seconds
