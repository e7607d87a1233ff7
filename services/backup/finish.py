"""The last steps of a restore, shared with the import of an export: the database is made ready and put into place."""

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from services.backup.capture.postgresql import connect
from services.backup.capture.snapshot import sqlite_path
from services.backup.errors import NotRestorable
from services.backup.models import BackupState
from services.core import data_folder, identity
from services.core.clock import Clock
from services.core.data_folder import STAGING
from services.core.db.db import Database
from services.core.storage.installed import ONLY_THERE, files_of
from services.mail import outbox
from services.schema.migrate import migrate
from services.settings import Settings
from services.staff import audit
from services.store.ingest import StoreIngest
from services.store.models import StoreWatermark
from services.store.place import store_of

_SYSTEM: Final = "system"


def settle(session: Session, settings: Settings, taken_at: datetime, now: datetime, action: str) -> int:
    """Bind the database to its new data folder, end the leases of processes that are gone, hold the mails, and note
    `action` in the audit log; returns how many mails wait for a person to release them.

    A mail that was waiting at the snapshot may have left between it and the end of the old server. So each one that was
    due by now waits until a person releases it; one that is due later has not left and is sent as planned.
    """
    data_folder.adopt(session, files_of(settings))
    session.execute(update(StoreWatermark).values(leased_until=None, lease_owner=None))
    session.execute(delete(BackupState))
    count = outbox.hold_due(session, now)
    details = {"taken_at": taken_at.isoformat(), "held_mails": count}
    audit.append(session, [audit.Event(_SYSTEM, action, "installation", details)], now)
    return count


@dataclass(frozen=True, slots=True)
class Origin:
    """What is brought back: its moment, the action for the audit log, and whether the secret came
    with it.
    """

    taken_at: datetime
    action: str
    has_secret: bool = True


def staged_database(settings: Settings) -> Path:
    """Where the SQLite database lies until it is put into place."""
    return settings.data_dir.resolve() / STAGING / "voltigo.sqlite3"


def place_sqlite(settings: Settings, origin: Origin, clock: Clock) -> int:
    """The staged database is prepared outside the installation, and renamed into place as the last step. Returns how
    many mails are held.
    """
    staged = staged_database(settings)
    held = _made_ready(settings, f"sqlite:///{staged}", origin, clock)
    target = sqlite_path(settings)
    target.parent.mkdir(parents=True, exist_ok=True)
    _move(staged, target)
    return held


def finish_postgresql(settings: Settings, origin: Origin, clock: Clock) -> int:
    """The loaded database is made ready where it is. Returns how many mails are held."""
    held = _made_ready(settings, settings.database, origin, clock)
    with closing(connect(settings.database, autocommit=True)) as connection:
        connection.execute("ANALYZE")
    return held


def _made_ready(settings: Settings, url: str, origin: Origin, clock: Clock) -> int:
    """Migrate to this code, put the files into place, settle."""
    with closing(Database(url)) as db:
        migrate(db)
        _move_data(settings)
        held = db.write(lambda session: settle(session, settings, origin.taken_at, clock(), origin.action))
        if not origin.has_secret:
            db.write(identity.forget)
    return held


def _move_data(settings: Settings) -> None:
    top = settings.data_dir.resolve()
    for path in sorted((top / STAGING / "data").iterdir()):
        path.replace(top / path.name)
    _bring_to_place(settings, top)


def _bring_to_place(settings: Settings, top: Path) -> None:
    """Files that all servers share go where VOLTIGO_STORE_URL says. Names there are never used twice, so that nothing
    of what lies there is replaced.
    """
    if not settings.store_url:
        return
    files = files_of(settings)
    for folder in ("store", *ONLY_THERE):
        for path in sorted((top / folder).rglob("*")):
            if path.is_file() and "runs" not in path.relative_to(top).parts:
                files.put_file(path.relative_to(top).as_posix(), path)


def _move(source: Path, target: Path) -> None:
    """Rename, or copy and rename where the database lies on another disk; on the disk when this returns."""
    with closing(sqlite3.connect(source)) as connection:
        (is_busy, *_rest) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        raise NotRestorable(
            "Ein anderer Prozess hat die Datenbank geöffnet, die gerade wiederhergestellt wird. Bitte noch einmal."
        )
    if source.stat().st_dev != target.parent.stat().st_dev:
        draft = target.with_name(f".{target.name}-restored")
        shutil.copyfile(source, draft)
        draft.chmod(0o600)
        source = draft
    source.replace(target)
    for path in (target, target.parent):
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def refresh_store(settings: Settings, clock: Clock, *, is_other_kind: bool = False) -> None:
    """Sweep files of an ingest that was under way, and carry what it would have; rebuilds everything where the database
    knows transactions of another PostgreSQL cluster, or came from the other kind of database.
    """
    with closing(Database(settings.database)) as db:
        ingest = StoreIngest(db, store_of(settings), clock)
        if is_other_kind:
            ingest.rebuild()
        ingest.run()


def about_secret(settings: Settings, secret: bytes) -> list[str]:
    """A sentence if the settings name another secret than the one that was brought back."""
    configured = settings.secret.get_secret_value().encode()
    if not secret or not configured or configured == secret:
        return []
    return [
        "VOLTIGO_SECRET ist ein anderes Geheimnis als das der Sicherung. Damit startet kein Server: Zweite Faktoren "
        "und die Links in E-Mails würden nicht mehr gelten. Das der Sicherung steht jetzt in "
        f"{settings.data_dir / 'secret'}; setzen Sie VOLTIGO_SECRET in den Einstellungen auf den Inhalt dieser Datei."
    ]
