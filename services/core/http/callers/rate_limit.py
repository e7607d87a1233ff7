"""Rate limits that all processes share: one counting row per caller, purpose and window, raised by one upsert."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from services.core.db.rows import Insertion
from services.core.http.errors import RateLimited
from services.core.models import RateCount

_KEPT = timedelta(days=7)
"""How long counts may stay, by data protection; they are of use for one window only."""
_COUNTS = RateCount.__table__


def _or_raise(insert: Any) -> Any:
    raised = {"calls": _COUNTS.c.calls + insert.excluded.calls}
    upsert = insert.on_conflict_do_update(index_elements=["bucket", "window_start"], set_=raised)
    return upsert.returning(_COUNTS.c.bucket, _COUNTS.c.calls)


_COUNT = Insertion(_COUNTS, _or_raise)


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `calls` in a window of `seconds`."""

    purpose: str
    calls: int
    seconds: int

    def bucket(self, address: str, secret: bytes) -> str:
        """The counting row's name for a caller; without the secret it does not lead back to the address."""
        digest = hmac.new(secret, f"{self.purpose}|{address}".encode(), hashlib.sha256).hexdigest()
        return f"{self.purpose}:{digest[:40]}"


def count_calls(session: Session, limit: Limit, buckets: Iterable[str], now: datetime) -> Counter[str]:
    """Count one call for each mention of a bucket; answers the calls of each in this window, these included."""
    return count_each(session, Counter((limit, bucket) for bucket in buckets), now)


def count_each(session: Session, mentions: Mapping[tuple[Limit, str], int], now: datetime) -> Counter[str]:
    """Count so many calls for each limit and bucket, each in its own window; answers the calls of each bucket, these
    included. A negative number gives calls back that were counted in this very transaction.
    """
    rows = [
        {"bucket": bucket, "window_start": int(now.timestamp()) // limit.seconds * limit.seconds, "calls": calls}
        for (limit, bucket), calls in sorted(mentions.items(), key=lambda mention: mention[0][1])
    ]
    return Counter({row.bucket: row.calls for counted in _COUNT.run(session, rows) for row in counted})


def refusal(limit: Limit, calls: int, now: datetime) -> RateLimited | None:
    """The refusal of the call that makes it `calls`, or None while the limit is kept."""
    if calls <= limit.calls:
        return None
    return RateLimited(limit.seconds - int(now.timestamp()) % limit.seconds)


def check_call(session: Session, limit: Limit, bucket: str, now: datetime) -> RateLimited | None:
    """Count one call and answer its refusal, if any. The count stays either way: commit it."""
    return refusal(limit, count_calls(session, limit, [bucket], now)[bucket], now)


def give_back(session: Session, limit: Limit, bucket: str, now: datetime) -> None:
    """Take one call back that turned out to be harmless."""
    window_start = int(now.timestamp()) // limit.seconds * limit.seconds
    ours = (RateCount.bucket == bucket) & (RateCount.window_start == window_start) & (RateCount.calls > 0)
    session.execute(update(RateCount).where(ours).values(calls=RateCount.calls - 1))


def forget_old_counts(session: Session, now: datetime) -> int:
    """Delete counts nobody needs; answers how many."""
    oldest = int((now - _KEPT).timestamp())
    return session.execute(delete(RateCount).where(RateCount.window_start < oldest)).rowcount  # type: ignore[attr-defined,no-any-return]
