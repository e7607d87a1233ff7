"""Limits the confirmation mails that a public form can send to one mailbox.

The form may be filled in with a stranger's address; a few answers a day are a nuisance, sixty are a weapon.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.orm import Session

from services.core.contact_details import mailbox_of
from services.core.http.callers.rate_limit import Limit, count_each
from services.settings import Settings


class Acknowledgements:
    """Counts the answers of one form by recipient, for all processes together."""

    def __init__(self, settings: Settings, form: str) -> None:
        rate = settings.rate_limits.acknowledgement
        self._limit = Limit(f"answered-{form}", rate.calls, rate.seconds)
        self._secret = settings.secret_key
        self._is_on = settings.rate_limits.are_on

    def allow(self, session: Session, addresses: Sequence[str], now: datetime) -> list[bool]:
        """Whether each of these normalised addresses may get one more mail; counts those that may."""
        if not self._is_on or not addresses:
            return [True] * len(addresses)
        buckets = [self._limit.bucket(mailbox_of(address), self._secret) for address in addresses]
        wanted = Counter(buckets)
        seen = count_each(session, {(self._limit, bucket): calls for bucket, calls in wanted.items()}, now)
        seen.subtract(wanted)
        allowed = []
        for bucket in buckets:
            allowed.append(seen[bucket] < self._limit.calls)
            seen[bucket] += allowed[-1]
        refused = Counter(bucket for bucket, is_allowed in zip(buckets, allowed, strict=True) if not is_allowed)
        count_each(session, {(self._limit, bucket): -calls for bucket, calls in refused.items()}, now)
        return allowed
