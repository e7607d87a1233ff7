"""Rate limits for new reservations: per address, per surrounding network, per domain of mailboxes, and for all busy
addresses together.

Each address may make a few reservations a day freely. Further ones, of any address, share one hourly quota in
each park: a university or a mobile carrier behind one address gets through on a normal day, while a script that owns
a hundred addresses exhausts the quota at once and is left with the few of each. The networks have limits of
their own, so that a rented block counts as one caller.

Only the small networks refuse. What many real households share, a busy address, a provider's network, a company's
domain, only makes the next one confirm its address before it gets a place. Measured in `LIMITS.md`.
"""

from collections import Counter
from collections.abc import Hashable, Mapping, MutableMapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from sqlalchemy.orm import Session

from services.core.http.callers.networks import label_of, line_of, networks_of
from services.core.http.callers.rate_limit import Limit, count_each, refusal
from services.core.http.errors import RateLimited
from services.limits import RateLimit
from services.reservations.abuse.mail_providers import counted_domain
from services.settings import Settings

_Mention = tuple[Limit, str]
Asking = TypeVar("Asking", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Caller:
    """The counter rows of one caller. Without the secret they cannot be traced back to the address."""

    address: str
    """Of new reservations of the single address."""
    refusing: tuple[_Mention, ...]
    """Of the small networks around it."""
    holding: tuple[_Mention, ...]
    """Of the wide networks around it, and of the domain of its mailbox."""
    network: str
    """The label of its widest network, as it is kept with a reservation for some days."""
    line: str
    """The same of its line."""


class Judged(NamedTuple, Generic[Asking]):
    """Which calls are refused, and which have to confirm first; the others may have a place. `is_domain`: one of the
    latter because too many have mailboxes of its domain.
    """

    refused: Mapping[Asking, RateLimited]
    held: Mapping[Asking, bool]


class CallerLimits:
    """Counts new reservations and judges those beyond the limits of the settings."""

    def __init__(self, settings: Settings) -> None:
        self._secret = settings.secret_key
        self._address = _limit("reserved-address", settings.rate_limits.reserved_address)
        self._repeats = _limit("reserved-repeats", settings.rate_limits.reserved_repeats)
        self._network = _limit("reserved-network", settings.rate_limits.reserved_network)
        self._block = _limit("reserved-block", settings.rate_limits.reserved_block)
        self._wide = _limit("reserved-wide", settings.rate_limits.reserved_wide)
        self._domain = _limit("reserved-domain", settings.rate_limits.reserved_domain)

    def caller(self, address: str, mailbox: str) -> Caller:
        """The counter rows of an address, as `client_address` names it, and of a mailbox's domain."""
        networks = networks_of(address) or (address,)
        small = (
            [(self._block, networks[0]), (self._network, networks[1])]
            if ":" in address
            else [(self._network, networks[0])]
        )
        wide = [(self._wide, network) for network in networks[len(small) :]]
        domain = [(self._domain, name)] if (name := counted_domain(mailbox)) else []
        return Caller(
            address=self._address.bucket(address, self._secret),
            refusing=tuple((limit, limit.bucket(value, self._secret)) for limit, value in small),
            holding=tuple((limit, limit.bucket(value, self._secret)) for limit, value in wide + domain),
            network=label_of(networks[-1], self._secret),
            line=label_of(line_of(address), self._secret),
        )

    def judge(
        self,
        session: Session,
        asking: Mapping[Asking, tuple[Caller, str]],
        room: MutableMapping[str, int],
        now: datetime,
    ) -> Judged[Asking]:
        """Count these reservations, each of a caller in a park, and judge them in order. `room`: how many places each
        park may give to addresses that are not confirmed; what is used is taken off.

        A refused one is not counted, so that a flood does not use up its network's limit; one that has to confirm first
        counts for the small networks only, which so bound the mails that are sent.
        """
        mentions = Counter(mention for caller, _park in asking.values() for mention in self._mentions(caller))
        before = count_each(session, mentions, now)
        before.subtract({bucket: calls for (_limit, bucket), calls in mentions.items()})
        judged = self._walk(asking, before, self._repeats_left(session, asking, before, now), room, now)
        taken_back = Counter(mention for key in judged.refused for mention in self._mentions(asking[key][0]))
        taken_back.update(mention for key in judged.held for mention in self._of_places(asking[key][0]))
        count_each(session, {mention: -calls for mention, calls in taken_back.items()}, now)
        return judged

    def may_confirm(self, session: Session, mailbox: str, now: datetime) -> RateLimited | None:
        """Count a place that a confirmed address is about to get; its refusal if the domain has had its share for now.

        The caller gives nothing then, and rolls back.
        """
        domain = counted_domain(mailbox)
        if not domain:
            return None
        bucket = self._domain.bucket(domain, self._secret)
        return refusal(self._domain, count_each(session, {(self._domain, bucket): 1}, now)[bucket], now)

    def _mentions(self, caller: Caller) -> Sequence[_Mention]:
        return (*caller.refusing, *self._of_places(caller))

    def _of_places(self, caller: Caller) -> Sequence[_Mention]:
        return ((self._address, caller.address), *caller.holding)

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
        self,
        asking: Mapping[Asking, tuple[Caller, str]],
        before: Counter[str],
        left: Counter[str],
        room: MutableMapping[str, int],
        now: datetime,
    ) -> Judged[Asking]:
        """The judgement in order of arrival. `before`: calls of each bucket without these."""
        seen = Counter(before)
        refused: dict[Asking, RateLimited] = {}
        held: dict[Asking, bool] = {}
        for key, (caller, park) in asking.items():
            problem = next(filter(None, (refusal(limit, seen[b] + 1, now) for limit, b in caller.refusing)), None)
            if problem is not None:
                refused[key] = problem
                continue
            seen.update(bucket for _limit, bucket in caller.refusing)
            full = [limit for limit, bucket in caller.holding if seen[bucket] >= limit.calls]
            is_repeat = not full and seen[caller.address] >= self._address.calls
            left[park] -= is_repeat
            if full or room[park] <= 0 or (is_repeat and left[park] < 0):
                held[key] = self._domain in full
                continue
            room[park] -= 1
            seen.update(bucket for _limit, bucket in self._of_places(caller))
        return Judged(refused, held)


def _limit(purpose: str, rate: RateLimit) -> Limit:
    return Limit(purpose, rate.calls, rate.seconds)
