"""What the database holds, as plain dictionaries."""

import os
import sqlite3
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar

from sqlalchemy import Connection, Engine, func, select, text, update

from services.core.db.db import Base, Database
from services.parks.models import Spot

WRITTEN_BY_A_RESERVATION = (
    "reservations",
    "reservation_touches",
    "consents",
    "evidence",
    "mails",
    "audit_entries",
    "idempotency_keys",
)

_PATIENCE_SECONDS: Final = 240
"""A run of tests within a test starts in 40 seconds where the machine is busy."""
Found = TypeVar("Found")


def wait_for(look: Callable[[], Found | None], seconds: float = _PATIENCE_SECONDS) -> Found:
    """What `look` finds in the database once it is there, for what another thread or process will write."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := look():
            return found
        time.sleep(0.01)
    raise AssertionError("it never came")


def stored(db: Database, model: type[Base]) -> list[dict[str, Any]]:
    """Every row of a table in the order of its key."""
    table = model.__table__
    with db.read() as session:
        rows = session.execute(select(table).order_by(*table.primary_key.columns))
        return [dict(row._mapping) for row in rows]


def row_counts(db: Database) -> dict[str, int]:
    """How many rows each table of the reservation call holds, and how many spots are taken."""
    with db.read() as session:
        counts = {
            name: session.scalar(select(func.count()).select_from(Base.metadata.tables[name])) or 0
            for name in WRITTEN_BY_A_RESERVATION
        }
        taken = select(func.count()).select_from(Spot).where(Spot.state != "free")
        return {**counts, "spots taken": session.scalar(taken) or 0}


def set_spots(db: Database, state: str, numbers: Iterable[int]) -> None:
    """Put spots of the pilot into a state, as staff or the end of a reservation would."""
    chosen = (Spot.park_id == "ingolstadt") & Spot.number.in_(list(numbers))
    db.write(lambda session: session.execute(update(Spot).where(chosen).values(state=state)) and None)


def execute(engine: Engine, *statements: str) -> None:
    """Run SQL that no part of the product would run, and commit it."""
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))


def tables_of(connection: Connection) -> set[str]:
    """Names of the tables that are models: Alembic's own and those of the full-text search left out."""
    from sqlalchemy import inspect

    names = inspect(connection).get_table_names()
    return {name for name in names if name != "alembic_version" and not name.startswith("reservation_terms")}


def damage(path: Path, table: str) -> None:
    """Overwrite the first page of a table, as a failing disk would."""
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (page,) = file.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchone()
        (size,) = file.execute("PRAGMA page_size").fetchone()
    file.close()
    with path.open("r+b") as raw:
        raw.seek((page - 1) * size)
        raw.write(os.urandom(size))


def waits_for_a_lock(db: Database) -> bool:
    """Whether a transaction on PostgreSQL waits for a row that another one has locked."""
    waiting = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()"
    with db.read() as session:  # a new one each time: a transaction sees the same activity all the time
        return session.execute(text(waiting)).scalar_one() == 1
