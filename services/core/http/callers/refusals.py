"""Counts refused calls across all servers, for the alert about them.

Each process counts refusals in its metrics. Once a minute it adds the new ones to shared rows, one per kind and ten
minutes, which say nothing about the callers.

Not counted: what a proxy refuses, and the last minute of a process.
"""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from typing import Final

import structlog
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.core.http.callers.rate_limit import Told, tell
from services.core.http.errors import Abuse
from services.core.models import RateCount
from services.core.telemetry.measures import REFUSED_CALLS

log = structlog.get_logger()

_EVERY_SECONDS: Final = 60.0
_WINDOW: Final = 600
"""Seconds."""
_SPAN: Final = timedelta(hours=1)
_BUCKETS: Final = {f"refused:{kind}": kind for kind in Abuse}


class Refusals:
    """Refusals of this process that are not in the shared counts yet."""

    def __init__(self) -> None:
        self._told = _counted()

    def tell(self, db: Database, now: datetime) -> None:
        """Add them to the counts of all servers; after any failure they are added with the next ones."""
        counted = _counted()
        window = int(now.timestamp()) // _WINDOW * _WINDOW
        rows = [Told(f"refused:{kind}", window, calls) for kind, calls in (counted - self._told).items()]
        if not rows:
            return
        try:
            db.write(lambda session: tell(session, rows))
        except Exception as error:
            log.warning("refusals_not_told", error=type(error).__name__)
        else:
            self._told = counted


def _counted() -> Counter[str]:
    """All refusals of this process by kind."""
    counted: Counter[str] = Counter()
    for family in REFUSED_CALLS.collect():
        for sample in family.samples:
            counted[sample.labels["kind"]] += int(sample.value)
    return counted


@asynccontextmanager
async def refusals_told(db: Database, clock: Clock) -> AsyncIterator[None]:
    """Add them to the shared counts every minute while the block runs."""
    teller = asyncio.create_task(_tell(Refusals(), db, clock))
    try:
        yield
    finally:
        teller.cancel()
        with suppress(asyncio.CancelledError):
            await teller


async def _tell(refusals: Refusals, db: Database, clock: Clock) -> None:
    while True:
        await asyncio.sleep(_EVERY_SECONDS)
        await asyncio.to_thread(refusals.tell, db, clock())


def refused_lately(session: Session, now: datetime) -> dict[Abuse, int]:
    """Refused calls of the last hour by kind, the most frequent first."""
    total = func.sum(RateCount.calls)
    query = (
        select(RateCount.bucket, total)
        .where(RateCount.bucket.in_(_BUCKETS), RateCount.window_start > (now - _SPAN).timestamp())
        .group_by(RateCount.bucket)
        .order_by(total.desc(), RateCount.bucket)
    )
    return {_BUCKETS[bucket]: int(calls) for bucket, calls in session.execute(query)}
