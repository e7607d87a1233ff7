"""Anonymous visitor numbers: one number per browser and day, which cannot be traced back.

The number is HMAC-SHA256 over address and browser name under the salt of the Berlin day. All processes share the
salt through its row; once the day is over it is overwritten and deleted, and with it the only way to try addresses
against the numbers.
"""

import asyncio
import hmac
import secrets
from collections.abc import Sequence
from datetime import date, datetime

from sqlalchemy import delete, exists, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from services.core.clock import Clock, berlin_day, end_of_berlin_day
from services.core.db.db import Database
from services.core.db.rows import Insert
from services.visits.models import VisitSalt

SALT_BYTES = 32
_PATIENCE_MS = 50
"""Nobody can write while SQLite waits for a reader to let go of its log."""


def visitor_number(salt: bytes, address: str, user_agent: str) -> int:
    """The first 8 bytes of the keyed hash as a signed number. `address` is coarse already (IPv6: its /64)."""
    digest = hmac.digest(salt, f"{address}\0{user_agent}".encode(), "sha256")
    return int.from_bytes(digest[:8], "big", signed=True)


def shared_salts(session: Session, days: Sequence[date]) -> list[bytes]:
    """The salt of each day, created by the first process: a second one waits for its commit and reads that salt."""
    wanted = sorted(set(days))
    is_sqlite = session.connection().dialect.name == "sqlite"
    insertion: Insert = sqlite.insert(VisitSalt) if is_sqlite else postgresql.insert(VisitSalt)
    rows = [{"day": day, "salt": secrets.token_bytes(SALT_BYTES)} for day in wanted]
    session.execute(insertion.values(rows).on_conflict_do_nothing())
    found = {row.day: row.salt for row in session.execute(select(VisitSalt.day, VisitSalt.salt))}
    return [found[day] for day in days]


class SaltOfToday:
    """The salt this process caches: one day's, for that day only."""

    def __init__(self) -> None:
        self._day: date | None = None
        self._salt = b""

    async def of(self, db: Database, moment: datetime) -> bytes:
        day = berlin_day(moment)
        if day == self._day:
            return self._salt
        salt = await db.write_grouped(shared_salts, day, is_minor=True)
        if day != self._day:
            self._day, self._salt = day, salt
            left = (end_of_berlin_day(day) - moment).total_seconds()
            # The next visitor may not come until well into the next day: dropping the salt must not wait for that.
            asyncio.get_running_loop().call_later(left, self._forget, day)
        return salt

    def _forget(self, day: date) -> None:
        if day == self._day:
            self._day, self._salt = None, b""


class SaltRemoval:
    """Erases the salts of past days, in the database's files too."""

    def __init__(self, db: Database, clock: Clock) -> None:
        self._db = db
        self._clock = clock
        self._leaves_traces = db.is_sqlite

    def run(self) -> int:
        """Returns how many were destroyed."""
        today = berlin_day(self._clock())
        destroy = _overwrite_before if self._db.is_sqlite else _rewrite_from
        removed = self._db.write(lambda session: destroy(session, today))
        if self._db.is_sqlite and (removed or self._leaves_traces):
            self._leaves_traces = not _empty_log(self._db)
        return removed


def _overwrite_before(session: Session, today: date) -> int:
    is_over = VisitSalt.day < today
    session.execute(update(VisitSalt).where(is_over).values(salt=bytes(SALT_BYTES)))
    return session.execute(delete(VisitSalt).where(is_over)).rowcount  # type: ignore[attr-defined,no-any-return]


def _rewrite_from(session: Session, today: date) -> int:
    """PostgreSQL keeps deleted rows in place while any transaction is reading. A truncated table is a new
    file, and the old one is removed at the commit.
    """
    is_over = VisitSalt.day < today
    if not session.scalar(select(exists().where(is_over))):
        return 0
    session.execute(text("LOCK TABLE visit_salts IN ACCESS EXCLUSIVE MODE"))
    removed = session.scalar(select(func.count()).where(is_over)) or 0
    kept = [dict(row._mapping) for row in session.execute(select(VisitSalt.day, VisitSalt.salt).where(~is_over))]
    session.execute(text("TRUNCATE visit_salts"))
    if kept:
        session.execute(insert(VisitSalt), kept)
    return removed


def _empty_log(db: Database) -> bool:
    """Truncate SQLite's write-ahead log, which holds salts as well. False while a long read keeps it in use."""
    with db.engine.connect() as connection:
        driver = connection.connection.driver_connection
        assert driver is not None
        driver.execute(f"PRAGMA busy_timeout={_PATIENCE_MS}")
        is_busy, *_ = driver.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        connection.invalidate()  # the next user of the pool is to have the patience of all others
        return not is_busy
