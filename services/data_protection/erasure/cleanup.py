"""Finishes an erasure outside of its transaction: files of mails, the analytical store, freed pages.

A deleted row is not yet gone from SQLite's files: its full-text index keeps deleted words until its parts are merged,
and the write-ahead log keeps pages as they were. Freed pages themselves are overwritten (`secure_delete`, core/db).
PostgreSQL gives dead rows back by autovacuum.
"""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, select, text, update
from sqlalchemy.orm import Session

from services.core.clock import Clock
from services.core.db.db import Database
from services.data_protection.erasure.last_mail import forget_last_mails
from services.data_protection.models import UNFINISHED, Erasure
from services.settings import Settings
from services.store.ingest import StoreIngest
from services.store.place import store_of

_STEP: Final = 500
"""Pages of the full-text index that one statement merges: some hundredths of a second for the writer."""
_BEGIN = text("INSERT INTO reservation_terms (reservation_terms, rank) VALUES ('merge', :pages)")


def finish_erasures(db: Database, settings: Settings, clock: Clock) -> int:
    """Finish every erasure that is due; returns how many. Safe in several processes at once."""
    now = clock()
    forget_last_mails(db, now)
    with db.read() as session:
        waiting = select(Erasure).where(UNFINISHED, Erasure.files_from <= now).order_by(Erasure.id)
        found = list(session.scalars(waiting))
    if not found:
        return 0
    for erasure in found:
        remove_files(settings.data_dir, erasure.files)
    if (
        any(erasure.needs_store for erasure in found)
        and StoreIngest(db, store_of(settings), clock).rebuild().is_elsewhere
    ):
        return 0  # another ingest is at work on the old values; the next run builds it
    forget_deleted_words(db)
    if not empty_log(db):
        return 0
    ids = [erasure.id for erasure in found]
    db.write(lambda session: _finished(session, ids, now))
    return len(ids)


def remove_files(data_dir: Path, message_ids: list[str]) -> None:
    """Remove the files of mails that were written to disk instead of sent."""
    for message_id in message_ids:
        for name in (f"{message_id}.eml", f".{message_id}.part"):
            (data_dir / "mail" / name).unlink(missing_ok=True)


def forget_deleted_words(db: Database) -> None:
    """Merge SQLite's full-text index into one segment step by step, which drops deleted words."""
    if db.is_sqlite:
        for pages in _steps():
            if db.write(lambda session, pages=pages: _merge(session, pages)) < 2:  # type: ignore[misc]
                return


def _steps() -> Iterator[int]:
    """Negative: start merging everything into one segment; then continue until a step changes nothing."""
    yield -_STEP
    while True:
        yield _STEP


def _merge(session: Session, pages: int) -> int:
    """The number of index rows changed by a step; one is the command itself."""
    connection: Connection = session.connection()
    before = connection.scalar(text("SELECT total_changes()")) or 0
    connection.execute(_BEGIN, {"pages": pages})
    return int(connection.scalar(text("SELECT total_changes()")) or 0) - int(before)


def empty_log(db: Database) -> bool:
    """Checkpoint SQLite's write-ahead log and truncate it. False: a reader is using it."""
    if not db.is_sqlite:
        return True
    connection = db.engine.raw_connection()
    try:
        is_busy, _, _ = connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not is_busy
    finally:
        connection.close()


def _finished(session: Session, ids: list[int], now: datetime) -> None:
    done = update(Erasure).where(Erasure.id.in_(ids), UNFINISHED)
    session.execute(done.values(finished_at=now, files=[], needs_store=False))
