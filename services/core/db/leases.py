"""Leases: the right of one process to work on a row until a moment, with one column name and one clock for all tables.

A process takes the lease of a free row, renews it with every step, and releases it at the end. If it dies, the lease
expires and any process may take the row. The row also names its holder, by an owner, a count of attempts, or both:
the process passes that as `ours`, and a renewal or release that returns False says that another one has the row now.

The moments come from `shared_now`, since a lease ends at the same moment for every process. PostgreSQL's processes may
run on machines whose clocks differ, so there it asks the database. SQLite's processes share one machine, so its own
clock does. A clock other than `utc_now`, as tests pass it, is used as it is on both databases.

A lease that ends later than one can end was given by a clock that was ahead and has been set back: it has ended.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, CursorResult, and_, func, or_, select, update
from sqlalchemy.orm import Session

from services.core.clock import CLOCKS_DIFFER, Clock, utc_now
from services.core.db.db import Base, Unit

Result = TypeVar("Result")


def shared_now(session: Session, clock: Clock) -> datetime:
    """The present moment for leases: the database's own where processes of several machines may use it."""
    if clock is utc_now and session.get_bind().dialect.name == "postgresql":
        moment: datetime = session.scalars(select(func.clock_timestamp())).one()
        return moment
    return clock()


def timed(clock: Clock, unit: Callable[[Session, datetime], Result]) -> Unit[Result]:
    """A unit of work that is passed the current time when it runs."""
    return lambda session: unit(session, shared_now(session, clock))


@dataclass(frozen=True, slots=True)
class Leases:
    """The leases of one table, in its column `leased_until`. `length`: how long one lasts unless it is renewed;
    `longest_wait`: how long a row may be kept back by `not_before` at most.
    """

    table: type[Base]
    length: timedelta
    longest_wait: timedelta = timedelta(0)

    def is_free(self, now: datetime) -> ColumnElement[bool]:
        """Rows without a lease: never taken, released, or expired."""
        return or_(self._until.is_(None), self._until <= now, self._until > self._latest(now))

    def is_held(self, now: datetime) -> ColumnElement[bool]:
        """Rows under a lease that has not expired."""
        return and_(self._until > now, self._until <= self._latest(now))

    def take(self, session: Session, which: ColumnElement[bool], now: datetime, **values: Any) -> bool:
        """Lease the rows meant by `which` that are free, with `values` that name the holder. False: none was free."""
        return self._changed(session, which & self.is_free(now), now + self.length, values)

    def renew(self, session: Session, ours: ColumnElement[bool], now: datetime, **values: Any) -> bool:
        """Extend a lease, also an expired one that no other process has taken. False: it is lost."""
        return self._changed(session, ours, now + self.length, values)

    def release(
        self, session: Session, ours: ColumnElement[bool], *, not_before: datetime | None = None, **values: Any
    ) -> bool:
        """End a lease; the row is free at once, or from `not_before` on. False: it was lost before."""
        return self._changed(session, ours, not_before, values)

    def _latest(self, now: datetime) -> datetime:
        return now + max(self.length, self.longest_wait) + CLOCKS_DIFFER

    @property
    def _until(self) -> ColumnElement[datetime | None]:
        return self.table.__table__.c.leased_until

    def _changed(
        self, session: Session, which: ColumnElement[bool], until: datetime | None, values: dict[str, Any]
    ) -> bool:
        changed = update(self.table).where(which).values(leased_until=until, **values)
        result = session.execute(changed.execution_options(synchronize_session=False))
        assert isinstance(result, CursorResult)
        return result.rowcount > 0
