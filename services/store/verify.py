"""Verifies the store: the manifest's files against the database, and the folder against the manifest."""

from collections.abc import Callable
from datetime import datetime

from sqlalchemy import func, select

from analytics.store.catalogue import Store
from analytics.store.verification import files_in, verify
from services.core.clock import Clock, utc_now
from services.core.db.db import Database
from services.store import manifest
from services.store.models import CURRENT, StoreFile
from services.store.status import store_status
from services.store.sweep import is_ours


def count_files(db: Database) -> int:
    """Number of files to check."""
    with db.read() as session:
        return session.scalar(select(func.count()).select_from(StoreFile).where(CURRENT)) or 0


def verify_whole(
    db: Database, store: Store, on_file: Callable[[], object] = lambda: None, clock: Clock = utc_now
) -> list[str]:
    """Problems found, one sentence each; empty if the store equals the database."""
    # Copies first: what is read after that is what was written, or the file itself is damaged.
    return [*_foreign_files(db, store, clock()), *_damaged_copies(db, store), *verify(store, on_file)]


def _damaged_copies(db: Database, store: Store) -> list[str]:
    """Copies in the cache of this machine with other bytes; they are removed, since no report may read them."""
    if store.cached is None:
        return []
    with db.read() as session:
        files = manifest.current_files(session)
    return [
        f"Die Kopie der Datei {name} auf diesem Rechner war beschädigt. Sie ist entfernt und wird wieder geholt."
        for name in store.cached.drop_damaged(files)
    ]


def _foreign_files(db: Database, store: Store, now: datetime) -> list[str]:
    """Files missing from the manifest. Those of a running ingest may be about to be added."""
    lying = files_in(store)  # before the manifest is read, so that files added meanwhile are not reported
    with db.read() as session:
        known = set(session.scalars(select(StoreFile.path)))
        is_running = store_status(session, now).is_running
    return [
        f"Die Datei {name} liegt im Datenspeicher, und sein Verzeichnis kennt sie nicht."
        for name in lying
        if name not in known and not (is_running and is_ours(name))
    ]
