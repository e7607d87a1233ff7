"""The database: one way to write, one way to read, and the types the tables share.

A write is a *unit of work*: a plain function of a session, run by `Database.write(unit)`, which returns only after
the commit. Nothing else commits. A read uses `with db.read() as session`.

SQLite allows one writer at a time, so every write of a process goes through one thread that commits the units
waiting together (`writer.py`); PostgreSQL gives each unit a pooled transaction. The busiest path, the reservation,
uses `write_grouped` on both: neighbours in time share one transaction and its statements.
See `services/decisions/0002-one-writer-groups-commits.md`.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from copy import copy
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final, TypeVar

from sqlalchemy import BigInteger, DateTime, Dialect, Engine, Integer, MetaData, event
from sqlalchemy.engine import ExceptionContext, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import DeclarativeBase, MappedColumn, Session, mapped_column
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeDecorator

from services.core.db.engines import (
    limit_wait_of_postgresql,
    limit_wait_of_sqlite,
    postgresql_engine,
    sqlite_engine,
)
from services.core.db.faults import Fault, fault_of
from services.core.db.replica import Replica
from services.core.db.writer import GroupHandler, Writer
from services.core.http.errors import DatabaseUnavailable
from services.core.personal_data import describe
from services.core.telemetry.measures import timed_write

Result = TypeVar("Result")
Item = TypeVar("Item")
Unit = Callable[[Session], Result]
_yields: ContextVar[bool] = ContextVar("yields", default=False)


@contextmanager
def yielding_to_calls() -> Iterator[None]:
    """Within the block, this thread's writes wait for a lull while calls come in crowds (`Writer.await_lull`)."""
    token = _yields.set(True)
    try:
        yield
    finally:
        _yields.reset(token)


class Base(DeclarativeBase):
    """Every table of the product, with names for constraints so that a migration can address them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_N_name)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_N_name)s",
            "pk": "pk_%(table_name)s",
        }
    )

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        describe(cls)


BigId = BigInteger().with_variant(Integer(), "sqlite")
"""A 64-bit key. SQLite numbers rows by itself only in a column called INTEGER, which is 64 bits wide there."""

NEVER_REUSED: Final = {"sqlite_autoincrement": True}
"""Table options where mails and the log name rows by number and erasure deletes rows: SQLite would give the number of a
deleted last row to the next one, as if both were one."""


class _CurrentTransaction(FunctionElement[int]):
    inherit_cache = True


@compiles(_CurrentTransaction)
def _no_transaction(_element: Any, _compiler: Any, **_options: Any) -> str:
    return "0"


@compiles(_CurrentTransaction, "postgresql")
def _transaction_number(_element: Any, _compiler: Any, **_options: Any) -> str:
    return "((pg_current_xact_id())::text)::bigint"


def written_in() -> MappedColumn[int]:
    """A column with the number of the transaction that inserted the row, written by the database; 0 on SQLite.

    PostgreSQL may commit a lower id after a higher one. A reader that copies new rows takes only those of transactions
    below `pg_snapshot_xmin(pg_current_snapshot())`: no row can be added to those any more. SQLite has one writer, so
    there the ids alone give the order.
    """
    return mapped_column(BigInteger, server_default=_CurrentTransaction())


class UtcDateTime(TypeDecorator[datetime]):
    """An aware UTC datetime in Python; `timestamptz` on PostgreSQL, sortable ISO text on SQLite."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Refuse naive datetimes: they would be stored as some unknown local time."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise TypeError("a stored moment needs a time zone")
        return value.astimezone(UTC)

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """SQLite forgets the zone; what was stored is UTC."""
        if value is None or value.tzinfo is not None:
            return value
        return value.replace(tzinfo=UTC)


class Database:
    """The connection pools and, where there is one, the writer thread of this process."""

    def __init__(self, url: str, replica_url: str = "") -> None:
        """`replica_url`: a hot standby of it, for `reading_replica`; empty: there is none."""
        self.is_sqlite = make_url(url).get_backend_name() == "sqlite"
        if self.is_sqlite:
            self._reader = sqlite_engine(url, begin="BEGIN", read_only=True)
            self._engine = sqlite_engine(url, begin="BEGIN IMMEDIATE", read_only=False)
        else:
            self._engine = postgresql_engine(url)
            self._reader = self._engine.execution_options(postgresql_readonly=True, isolation_level="REPEATABLE READ")
        limit = limit_wait_of_sqlite if self.is_sqlite else limit_wait_of_postgresql
        self._writer = Writer(self._engine, limit)
        # SQLite has a single write lock, so a second thread would only wait for the first.
        self._minor = self._writer if self.is_sqlite else Writer(self._engine, limit, "database-counter")
        self._counts = self._writer if self.is_sqlite else Writer(self._engine, limit, "database-limits")
        self.replica = Replica(postgresql_engine(replica_url), self._engine) if replica_url else None
        self._is_closed = False
        self._are_pools_closed = False
        self.is_damaged = False
        """Whether an error since the start reported it; only a restart after a repair resets it."""
        for engine in (self._engine, self._reader) if self.is_sqlite else (self._engine,):
            event.listen(engine, "handle_error", self._note_damage)
            event.listen(engine, "checkin", self._close_if_late)

    @property
    def is_locked(self) -> bool:
        """Whether the last calls were refused since another process holds what they need."""
        return self._writer.is_lock_held

    def _note_damage(self, context: ExceptionContext) -> None:
        if fault_of(context.original_exception) is Fault.DAMAGED:
            self.is_damaged = True

    def _close_if_late(self, _connection: DBAPIConnection | None, record: ConnectionPoolEntry) -> None:
        """Close a connection that was in use when the pools were closed: they no longer know of it."""
        if self._are_pools_closed:
            record.close()

    def write(self, unit: Unit[Result]) -> Result:
        """Run `unit` in one transaction and return its result once that is committed.

        An exception of the unit rolls everything back and is raised here. A unit may be run a second time when
        a neighbour spoils the common commit, so its only effects are on the session.
        """
        if _yields.get():
            self._writer.await_lull()
        if self.is_sqlite:
            result: Result = self._writer.submit_unit(unit).result()
            return result
        if self._is_closed:
            raise DatabaseUnavailable
        with timed_write(1), Session(self._engine, expire_on_commit=False) as session, session.begin():
            return unit(session)

    def write_grouped(
        self, handler: GroupHandler[Item, Result], item: Item, *, is_minor: bool = False
    ) -> Awaitable[Result]:
        """Await the result of `item`, handled in one transaction together with other waiting items.

        `handler(session, items)` answers one result per item, in order. When a group fails, each of its items is
        handled again alone, so a failing item never fails its neighbours; but a lock held elsewhere for too long
        fails the whole group. `is_minor`: mere counting waits in a queue of its own, where no lock delays it.
        """
        return (self._minor if is_minor else self._writer).submit_item(handler, item)

    def write_counts(self, handler: GroupHandler[Item, Result], item: Item) -> "asyncio.Future[Result]":
        """As `write_grouped`, in transactions that hold nothing else: their locks, of rows that several servers add to
        at once, neither delay nor deadlock any other write.
        """
        return self._counts.submit_item(handler, item)

    @contextmanager
    def read(self) -> Iterator[Session]:
        """A session on one consistent snapshot that cannot write."""
        with Session(self._reader, expire_on_commit=False) as session, session.begin():
            yield session

    def reading_replica(self) -> "Database":
        """The same database, whose reads go to the replica; writes still go to the primary."""
        assert self.replica is not None
        other = copy(self)
        other._reader = self.replica.engine.execution_options(
            postgresql_readonly=True, isolation_level="REPEATABLE READ"
        )
        return other

    @property
    def engine(self) -> Engine:
        """For migrations and health checks."""
        return self._engine

    @property
    def engines(self) -> list[Engine]:
        """For traces."""
        return [self._engine, self._reader] if self.is_sqlite else [self._engine]

    @property
    def waiting_writes(self) -> int:
        """How many writes wait for the thread that commits them."""
        return sum(writer.waiting for writer in {self._writer, self._minor, self._counts})

    @property
    def connections_in_use(self) -> dict[str, int]:
        """Connections that are at work, by pool."""
        engines = {"write": self._engine, "read": self._reader} if self.is_sqlite else {"all": self._engine}
        return {name: engine.pool.checkedout() for name, engine in engines.items()}  # type: ignore[attr-defined]

    def close(self) -> None:
        """Finish accepted writes, then close every connection."""
        self._is_closed = True
        if self.replica is not None:
            self.replica.close()
        self._writer.close()
        self._minor.close()
        self._counts.close()
        self._are_pools_closed = True
        self._engine.dispose()
        self._reader.dispose()


def one_of(column: str, kind: type[StrEnum]) -> str:
    """The SQL condition that a text column holds a value of an enumeration."""
    return f"{column} IN ({', '.join(repr(member.value) for member in kind)})"
