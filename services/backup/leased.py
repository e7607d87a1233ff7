"""The lease under which one process of the installation makes, prunes and verifies backups, and what it notes."""

import contextlib
import os
import secrets
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from services.backup.errors import Damaged
from services.backup.models import LONGEST_WORDS, BackupState
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.leases import Leases, timed
from services.core.http.errors import DatabaseUnavailable

LEASES: Final = Leases(BackupState, timedelta(seconds=20))
"""Shorter than the pause between snapshots: after a kill another process goes on within the promised minute."""
_BEAT_SECONDS: Final = 5.0
_ROW: Final = BackupState.id == 1


def state_of(session: Session) -> BackupState | None:
    """The row; None before the first attempt."""
    return session.get(BackupState, 1)


@contextmanager
def leased(db: Database, clock: Clock) -> Iterator[bool]:
    """True while this process alone makes backups; False if another one does. The lease is kept alive by a thread."""
    owner = f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(4)}"

    def take(session: Session, now: datetime) -> bool:
        _lay_row(session)
        return LEASES.take(session, _ROW, now, lease_owner=owner)

    if not db.write(timed(clock, take)):
        yield False
        return
    is_over = threading.Event()
    is_ours = _ROW & (BackupState.lease_owner == owner)

    def beat() -> None:
        while not is_over.wait(_BEAT_SECONDS):
            with contextlib.suppress(SQLAlchemyError, DatabaseUnavailable):  # the next beat tries again
                db.write(timed(clock, lambda session, now: LEASES.renew(session, is_ours, now)))

    heart = threading.Thread(target=beat, name="backup-heartbeat", daemon=True)
    heart.start()
    try:
        yield True
    finally:
        is_over.set()
        heart.join()
        db.write(lambda session: LEASES.release(session, is_ours, lease_owner=None))


def note(session: Session, **values: Any) -> None:
    _lay_row(session)
    session.execute(update(BackupState).where(_ROW).values(**values).execution_options(synchronize_session=False))


def note_failure(session: Session, now: datetime, words: str) -> int:
    """Count a failed attempt; returns how many have failed since the last success."""
    note(session, failures=BackupState.failures + 1, failed_at=now, error=words[:LONGEST_WORDS])
    return session.scalars(select(BackupState.failures).where(_ROW)).one()


def forget_damage(session: Session) -> None:
    """The newest snapshot was found damaged by a trial, and another one has taken its place since. What a trial found
    wrong with the rows stays.
    """
    is_damage = _ROW & (BackupState.verify_error == Damaged.german)
    session.execute(update(BackupState).where(is_damage).values(verify_error=None))


def _lay_row(session: Session) -> None:
    kind = postgresql if session.connection().dialect.name == "postgresql" else sqlite
    session.execute(kind.insert(BackupState).values(id=1, failures=0).on_conflict_do_nothing())
