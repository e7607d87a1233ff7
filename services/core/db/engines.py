"""The connection pools of both databases, and the settings of every connection."""

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url

_BUSY_TIMEOUT_MS = 5_000
_TRY_AGAIN_SECONDS = 0.02
_STATEMENT_TIMEOUT_MS = 120_000
"""PostgreSQL cancels a statement that takes longer: its caller has given up, and its locks block others."""
_IDLE_TIMEOUT_MS = 600_000
"""PostgreSQL ends a transaction that is idle for this long: its process hangs."""
CONNECT_SECONDS = 5
"""How long a new connection to PostgreSQL may take, greeting and log-in included: as long as a call waits for a free
one of the pool."""


FORMS: Final = (
    "SET TIME ZONE 'UTC'",
    "SET datestyle = 'ISO, YMD'",
    "SET intervalstyle = 'postgres'",
    "SET bytea_output = 'hex'",
    "SET extra_float_digits = 1",
    "SET standard_conforming_strings = on",
    "SET client_encoding = 'UTF8'",
)
"""How PostgreSQL writes moments, numbers and bytes, for every connection of ours: a server, a database or a role may
have other settings, and the driver reads no other forms of dates than ISO.
"""


def limit_wait_of_sqlite(connection: Connection, seconds: float | None) -> None:
    """Set how long the connection waits for a lock; None: the default."""
    # At the driver: the transaction, which is what waits, must not have begun.
    milliseconds = _BUSY_TIMEOUT_MS if seconds is None else round(seconds * 1000)
    connection.connection.cursor().execute(f"PRAGMA busy_timeout={milliseconds}")


def limit_wait_of_postgresql(connection: Connection, seconds: float | None) -> None:
    """Set how long the connection waits for a lock; None: the default."""
    milliseconds = _BUSY_TIMEOUT_MS if seconds is None else round(seconds * 1000)
    with connection.begin():
        connection.exec_driver_sql(f"SET lock_timeout = {milliseconds}")


def postgresql_engine(url: str) -> Engine:
    """Connections that give up on locks, statements and idle transactions in time."""
    # A hanging host still accepts connections, and the driver would wait for its first byte for two minutes, with it
    # the start and every call. To allow more time, set it in the URL.
    is_given = "connect_timeout" in make_url(url).query
    driver = {} if is_given else {"connect_timeout": CONNECT_SECONDS}
    engine = create_engine(url, pool_size=10, max_overflow=20, pool_timeout=5, pool_pre_ping=True, connect_args=driver)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        # A call that waits longer for a lock is better answered with 503 or `in_progress` than not at all.
        connection.execute(f"SET lock_timeout = {_BUSY_TIMEOUT_MS}")
        connection.execute(f"SET statement_timeout = {_STATEMENT_TIMEOUT_MS}")
        connection.execute(f"SET idle_in_transaction_session_timeout = {_IDLE_TIMEOUT_MS}")
        for statement in FORMS:
            connection.execute(statement)
        connection.commit()

    return engine


def sqlite_engine(url: str, *, begin: str, read_only: bool) -> Engine:
    """An engine whose transactions start with `begin`.

    Python's driver would start them by itself, deferred: then two processes both read, both try to write, and one
    fails at once. `BEGIN IMMEDIATE` waits its turn before it reads.
    """
    # Number of cached prepared statements: those of `rows.py` come in several lengths.
    driver = {"check_same_thread": False, "cached_statements": 512}
    engine = create_engine(url, pool_size=8, max_overflow=8, connect_args=driver)
    pragmas: Sequence[str] = (
        "synchronous=FULL",
        # Checkpoint every 16 MB instead of 4: a page that many commits changed is written once.
        "wal_autocheckpoint=4000",
        "foreign_keys=ON",
        "temp_store=MEMORY",
        # What is deleted, salts and addresses among it, is overwritten in the file.
        "secure_delete=ON",
        # A crowd's transaction touches pages of thirty indexes, more than the usual 2 MB hold.
        "query_only=ON" if read_only else "cache_size=-32000",
    )

    @event.listens_for(engine, "do_connect")
    def make_folder(*_given: object) -> None:
        if path := make_url(url).database:
            Path(path).parent.mkdir(parents=True, exist_ok=True)

    @event.listens_for(engine, "connect")
    def prepare(connection: Any, _record: object) -> None:
        connection.isolation_level = None
        connection.execute(f"PRAGMA busy_timeout={_BUSY_TIMEOUT_MS}")
        _use_wal(connection)
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def start(connection: Any) -> None:
        connection.exec_driver_sql(begin)

    return engine


def _use_wal(connection: Any) -> None:
    """Keep the database in WAL mode, for good. While another process is doing the same to a new file, SQLite refuses at
    once, without the wait that it grants to writes.
    """
    until = time.monotonic() + _BUSY_TIMEOUT_MS / 1000
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(_TRY_AGAIN_SECONDS)
        else:
            return
