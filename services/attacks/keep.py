"""Writes the counts of each process every few seconds, in one transaction, and forgets old ones."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import date, datetime, timedelta
from typing import Any, Final

import structlog
from sqlalchemy import delete, func, select
from sqlalchemy.orm import Session

from services.attacks.models import PolicyViolation, RefusedCaller, RefusedCount
from services.attacks.tally import MINUTE, Counts, Moment, Tally, Violation
from services.core.clock import berlin_day
from services.core.db.db import Database
from services.core.db.rows import Insertion

log = structlog.get_logger()

HOUR: Final = 3600
EVERY_SECONDS: Final = 5.0
_LAST_SECONDS: Final = 2.0
"""How long a stopping process waits for its last counts to be written."""
MINUTES_KEPT: Final = timedelta(days=2)
HOURS_KEPT: Final = timedelta(days=35)
CALLERS_KEPT: Final = timedelta(days=7)
VIOLATIONS_KEPT: Final = timedelta(days=30)
MOST_ROWS: Final = 1_000
"""Different violations kept of a day; further ones are one row, since anybody can make reports up."""
_OTHER: Final = Violation("", "other", "other", "", from_extension=False)


def _adding(table: Any) -> Insertion:
    """An insertion that adds to the calls of a row that is there."""
    keys = [column.name for column in table.primary_key]

    def finish(insert: Any) -> Any:
        raised = {"calls": table.c.calls + insert.excluded.calls}
        return insert.on_conflict_do_update(index_elements=keys, set_=raised)

    return Insertion(table, finish)


_COUNTS = _adding(RefusedCount.__table__)
_VIOLATIONS = _adding(PolicyViolation.__table__)
_CALLERS = Insertion(RefusedCaller.__table__, lambda insert: insert.on_conflict_do_nothing())


@asynccontextmanager
async def kept(tally: Tally, db: Database) -> AsyncIterator[None]:
    """While the block runs, counts are written every few seconds, and at its end once more."""
    writer = asyncio.create_task(_keep(tally, db))
    try:
        yield
    finally:
        writer.cancel()
        with suppress(asyncio.CancelledError):
            await writer
        with suppress(TimeoutError):
            await asyncio.wait_for(asyncio.to_thread(flush, tally, db), _LAST_SECONDS)


async def _keep(tally: Tally, db: Database) -> None:
    while True:
        await asyncio.sleep(EVERY_SECONDS)
        await asyncio.to_thread(flush, tally, db)


def flush(tally: Tally, db: Database) -> None:
    """Write what was counted. Where that fails, for whatever reason, it is tried again with the next counts."""
    counts = tally.take()
    if not counts:
        return
    try:
        db.write(lambda session: store(session, counts))
    except Exception as error:
        tally.put_back(counts)
        log.warning("refusals_not_written", error=type(error).__name__)


def store(session: Session, counts: Counts) -> None:
    """Add the counts to those of all other processes. Rows come in one order, so that none wait for each other."""
    _COUNTS.run(session, _rows_of(counts.calls))
    _CALLERS.run(session, [seen._asdict() for seen in sorted(counts.callers)])
    kept_ones = _bounded(session, counts.violations)
    _VIOLATIONS.run(
        session,
        [{"day": day, **violation._asdict(), "calls": calls} for (day, violation), calls in sorted(kept_ones.items())],
    )


def _rows_of(calls: Mapping[Moment, int]) -> list[dict[str, Any]]:
    spans: Counter[tuple[int, int, str, str]] = Counter()
    for (minute, kind, name), count in calls.items():
        spans[MINUTE, minute, kind, name] += count
        spans[HOUR, minute // HOUR * HOUR, kind, name] += count
    columns = ("span", "starts_at", "kind", "name")
    return [{**dict(zip(columns, key, strict=True)), "calls": count} for key, count in sorted(spans.items())]


def _bounded(session: Session, found: Mapping[tuple[date, Violation], int]) -> Counter[tuple[date, Violation]]:
    """What is new on a day that has many already becomes one row."""
    days = {day for day, _ in found}
    crowded = select(PolicyViolation.day).where(PolicyViolation.day.in_(days)).group_by(PolicyViolation.day)
    full = set(session.scalars(crowded.having(func.count() >= MOST_ROWS)) if days else ())
    kept_ones: Counter[tuple[date, Violation]] = Counter()
    for (day, violation), calls in found.items():
        is_kept = day not in full or _is_known(session, day, violation)
        kept_ones[day, violation if is_kept else _OTHER] += calls
    return kept_ones


def _is_known(session: Session, day: date, violation: Violation) -> bool:
    return session.get(PolicyViolation, {"day": day, **violation._asdict()}) is not None


def forget_old(session: Session, now: datetime) -> int:
    """Delete counts that are kept no longer; returns how many rows."""
    minutes, hours = (int((now - span).timestamp()) for span in (MINUTES_KEPT, HOURS_KEPT))
    today = berlin_day(now)
    old = (
        delete(RefusedCount).where(RefusedCount.span == MINUTE, RefusedCount.starts_at < minutes),
        delete(RefusedCount).where(RefusedCount.span == HOUR, RefusedCount.starts_at < hours),
        delete(RefusedCaller).where(RefusedCaller.day <= today - CALLERS_KEPT),
        delete(PolicyViolation).where(PolicyViolation.day <= today - VIOLATIONS_KEPT),
    )
    return sum(session.execute(one).rowcount for one in old)  # type: ignore[attr-defined]
