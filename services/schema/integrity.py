"""Checks the database for corruption, as far as it can detect it itself."""

from sqlalchemy import text
from sqlalchemy.orm import Session

from services.core.db.db import Database
from services.core.db.faults import Fault, fault_of
from services.models import metadata

_MOST_SENTENCES = 20


def damages(db: Database) -> list[str]:
    """Damage found, one sentence each; empty if none. Reads every page, so it takes a while."""
    with db.engine.connect() as connection, Session(connection) as session:
        if db.is_sqlite:
            return _of_sqlite(session)
        session.execute(text("SET LOCAL statement_timeout = 0"))
        return _of_postgresql(session)


def _of_sqlite(session: Session) -> list[str]:
    try:
        found = session.scalars(text(f"PRAGMA integrity_check({_MOST_SENTENCES})")).all()
        orphans = session.execute(text("PRAGMA foreign_key_check")).all()
    except Exception as error:
        if fault_of(error) is not Fault.DAMAGED:
            raise
        return ["Die Datei der Datenbank ist beschädigt: Sie lässt sich nicht bis zum Ende lesen."]
    sentences = [f"SQLite meldet: {line}" for line in found if line != "ok"]
    tables = sorted({row[0] for row in orphans})
    return [
        *sentences,
        *(f"Zeilen von {table} nennen Zeilen einer anderen Tabelle, die es nicht gibt." for table in tables),
    ]


def _of_postgresql(session: Session) -> list[str]:
    """Reads every row of every table; pages with a wrong checksum cannot be read."""
    sentences = []
    for table in metadata.sorted_tables:
        try:
            with session.begin_nested():
                session.execute(text(f'SELECT count(t.*::text) FROM "{table.name}" t'))  # noqa: S608 - our own names
        except Exception as error:
            if fault_of(error) is not Fault.DAMAGED:
                raise
            sentences.append(f"Die Tabelle {table.name} ist beschädigt: Nicht jede Zeile lässt sich lesen.")
    return sentences
