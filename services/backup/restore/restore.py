"""Restores a snapshot: first everything beside the installation, compared with what was backed up, then into place.

Until the end the folder `STAGING` lies in the data folder, and no server starts. A restore that is cut off is begun
again by the same command; the database appears last, and whole.
"""

import os
import shutil
import sqlite3
from collections import deque
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from services.backup.capture.postgresql import connect
from services.backup.capture.snapshot import sqlite_path
from services.backup.errors import NotRestorable
from services.backup.repository.manifest import DATABASE, SECRET, SQLITE_FILE, Snapshot
from services.backup.repository.repository import Repository
from services.backup.restore import postgresql
from services.backup.restore.files import OnBytes, checked, write_data, write_file
from services.backup.restore.place import put_files_aside, put_tables_aside
from services.backup.restore.settle import Settled, settle
from services.core.clock import Clock
from services.core.data_folder import STAGING
from services.core.db.db import Database
from services.schema.migrate import is_known, migrate
from services.settings import Settings
from services.store.ingest import StoreIngest
from services.store.manifest import store_of


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did. `notes`: sentences that the operator has to know."""

    snapshot: Snapshot
    settled: Settled
    notes: Sequence[str]


def assert_restorable(settings: Settings, snapshot: Snapshot) -> None:
    """Raises NotRestorable for a snapshot of a newer Voltigo or of the other kind of database."""
    if not is_known(snapshot.revision):
        raise NotRestorable(
            f"The snapshot was made by a newer Voltigo ({snapshot.version}, revision {snapshot.revision}): "
            "restore it with that one."
        )
    kind = "sqlite" if settings.database.startswith("sqlite") else "postgresql"
    if kind != snapshot.database:
        raise NotRestorable(
            f"The snapshot is of a {snapshot.database} database, and VOLTIGO_DATABASE_URL names a {kind} one."
        )


def restore(
    settings: Settings, repository: Repository, snapshot: Snapshot, clock: Clock, on_bytes: OnBytes = lambda _: None
) -> Restored:
    """Restore a snapshot to the database and data folder of `settings`; what is there is put aside.

    Raises BackupError; what was there before is untouched unless everything was read.
    """
    assert_restorable(settings, snapshot)
    staging = settings.data_dir.resolve() / STAGING
    was_cut_off = staging.exists()
    shutil.rmtree(staging, ignore_errors=True)
    try:
        secret = _read_everything(repository, snapshot, staging, on_bytes)
        notes = put_tables_aside(settings, clock())
    except BaseException:
        if not was_cut_off:  # the installation is as it was, and its servers may start
            shutil.rmtree(staging, ignore_errors=True)
        raise
    notes += put_files_aside(settings, clock())
    if snapshot.database == "sqlite":
        settled = _place_sqlite(settings, snapshot, clock)
    else:
        settled = _load_postgresql(settings, repository, snapshot, clock)
    _refresh_store(settings, clock)
    shutil.rmtree(staging)
    return Restored(snapshot, settled, [*notes, *_about_secret(settings, secret)])


def _read_everything(repository: Repository, snapshot: Snapshot, staging: Path, on_bytes: OnBytes) -> bytes:
    """Write files, secret and the SQLite database into `staging`; returns the secret. The rows of PostgreSQL are read
    for nothing but their check here, so that nothing is put aside for a snapshot that is harmed. Raises Damaged.
    """
    (staging / "data").mkdir(parents=True)
    write_data(repository, snapshot, staging / "data", on_bytes)
    secret = b"".join(checked(repository, snapshot.named(SECRET), on_bytes))
    write_file(staging / "data" / "secret", [secret])
    for member in snapshot.under(DATABASE):
        blocks = checked(repository, member, on_bytes)
        if member.path == SQLITE_FILE:
            write_file(staging / "voltigo.sqlite3", blocks)
        else:
            deque(blocks, maxlen=0)
    return secret


def _place_sqlite(settings: Settings, snapshot: Snapshot, clock: Clock) -> Settled:
    """The database is made ready beside the installation, and renamed into place as the last step."""
    staged = settings.data_dir.resolve() / STAGING / "voltigo.sqlite3"
    settled = _made_ready(settings, f"sqlite:///{staged}", snapshot, clock)
    target = sqlite_path(settings)
    target.parent.mkdir(parents=True, exist_ok=True)
    _move(staged, target)
    return settled


def _load_postgresql(settings: Settings, repository: Repository, snapshot: Snapshot, clock: Clock) -> Settled:
    with closing(Database(settings.database)) as db:
        migrate(db, snapshot.revision)
    postgresql.load(settings.database, repository, snapshot)
    settled = _made_ready(settings, settings.database, snapshot, clock)
    with closing(connect(settings.database, autocommit=True)) as connection:
        connection.execute("ANALYZE")
    return settled


def _made_ready(settings: Settings, url: str, snapshot: Snapshot, clock: Clock) -> Settled:
    """Migrate to this code, put the files into place, settle."""
    with closing(Database(url)) as db:
        migrate(db)
        _move_data(settings)
        settled = db.write(lambda session: settle(session, settings, snapshot.taken_at, clock()))
    return settled


def _move_data(settings: Settings) -> None:
    top = settings.data_dir.resolve()
    for path in sorted((top / STAGING / "data").iterdir()):
        path.replace(top / path.name)


def _move(source: Path, target: Path) -> None:
    """Rename, or copy and rename where the database lies on another disk; on the disk when this returns."""
    with closing(sqlite3.connect(source)) as connection:
        (is_busy, *_rest) = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        raise NotRestorable("Another process has opened the database that is being restored. Try again.")
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


def _refresh_store(settings: Settings, clock: Clock) -> None:
    """Sweep files of an ingest that was under way, and carry what it would have; rebuilds everything where the database
    knows transactions of another PostgreSQL cluster.
    """
    with closing(Database(settings.database)) as db:
        StoreIngest(db, store_of(settings), clock).run()


def _about_secret(settings: Settings, secret: bytes) -> list[str]:
    configured = settings.secret.get_secret_value().encode()
    if not configured or configured == secret:
        return []
    return [
        "VOLTIGO_SECRET differs from the secret of the backup: second factors and the links in mails will be refused. "
        f"The backup's own is in {settings.data_dir / 'secret'} now; set VOLTIGO_SECRET to it, or leave it out."
    ]
