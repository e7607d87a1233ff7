"""Rate limits shared by all processes: one counter row per caller, purpose and window, incremented by one upsert."""

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, NamedTuple

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
    return upsert.returning(_COUNTS.c.bucket, _COUNTS.c.window_start, _COUNTS.c.calls)


_COUNT = Insertion(_COUNTS, _or_raise)


@dataclass(frozen=True, slots=True)
class Limit:
    """At most `calls` in a window of `seconds`."""

    purpose: str
    calls: int
    seconds: int

    def bucket(self, address: str, secret: bytes) -> str:
        """The counter row's key for a caller; without the secret it cannot be traced back to the address."""
        digest = hmac.new(secret, f"{self.purpose}|{address}".encode(), hashlib.sha256).hexdigest()
        return f"{self.purpose}:{digest[:40]}"


def count_calls(session: Session, limit: Limit, buckets: Iterable[str], now: datetime) -> Counter[str]:
    """Count one call for each mention of a bucket; returns the calls of each in this window, these included."""
    return count_each(session, Counter((limit, bucket) for bucket in buckets), now)


def count_each(session: Session, mentions: Mapping[tuple[Limit, str], int], now: datetime) -> Counter[str]:
    """Count the given number of calls for each limit and bucket, each in its own window; returns the calls of each
    bucket, these included. A negative number takes back calls that were counted in this same transaction.
    """
    rows = [
        {"bucket": bucket, "window_start": int(now.timestamp()) // limit.seconds * limit.seconds, "calls": calls}
        for (limit, bucket), calls in sorted(mentions.items(), key=lambda mention: mention[0][1])
    ]
    return Counter({row.bucket: row.calls for counted in _COUNT.run(session, rows) for row in counted})


class Told(NamedTuple):
    """Calls of one caller counted by one server in a window."""

    bucket: str
    window_start: int
    calls: int


def tell(session: Session, counts: Sequence[Told]) -> list[int]:
    """Add the counts of one server to those of all others; returns the sum of each bucket in its window."""
    added: Counter[tuple[str, int]] = Counter()
    for bucket, window_start, calls in counts:
        added[bucket, window_start] += calls
    # In one order, so that two servers never wait for each other.
    rows = [
        {"bucket": bucket, "window_start": start, "calls": calls} for (bucket, start), calls in sorted(added.items())
    ]
    sums = {(row.bucket, row.window_start): row.calls for counted in _COUNT.run(session, rows) for row in counted}
    return [sums[bucket, start] for bucket, start, _ in counts]


def refusal(limit: Limit, calls: int, now: datetime) -> RateLimited | None:
    """The refusal of a call that raises the count to `calls`, or None within the limit."""
    if calls <= limit.calls:
        return None
    return RateLimited(limit.seconds - int(now.timestamp()) % limit.seconds, limit.purpose)


def check_call(session: Session, limit: Limit, bucket: str, now: datetime) -> RateLimited | None:
    """Count one call and return its refusal, if any. The call counts either way: commit it."""
    return refusal(limit, count_calls(session, limit, [bucket], now)[bucket], now)


def give_back(session: Session, limit: Limit, bucket: str, now: datetime) -> None:
    """Uncount one call that turned out to be harmless."""
    window_start = int(now.timestamp()) // limit.seconds * limit.seconds
    ours = (RateCount.bucket == bucket) & (RateCount.window_start == window_start) & (RateCount.calls > 0)
    session.execute(update(RateCount).where(ours).values(calls=RateCount.calls - 1))


def forget_old_counts(session: Session, now: datetime) -> int:
    """Delete counts that are no longer needed; returns how many."""
    oldest = int((now - _KEPT).timestamp())
    return session.execute(delete(RateCount).where(RateCount.window_start < oldest)).rowcount  # type: ignore[attr-defined,no-any-return]
