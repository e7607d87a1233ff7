"""Restores a snapshot: first everything beside the installation, compared with what was backed up, then into place.

Until the end the folder `STAGING` lies in the data folder, and no server starts. A restore that is cut off is begun
again by the same command; the database appears last, and whole.
"""

import shutil
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from services.backup.errors import NotRestorable
from services.backup.repository.manifest import DATABASE, SECRET, SQLITE_FILE, Snapshot
from services.backup.repository.repository import Repository
from services.backup.restore import postgresql
from services.backup.restore.files import OnBytes, checked, write_data, write_file
from services.backup.restore.finish import Origin, about_secret, finish_postgresql, place_sqlite, refresh_store
from services.backup.restore.place import put_files_aside, put_tables_aside
from services.backup.restore.settle import Settled
from services.core.clock import Clock
from services.core.data_folder import STAGING
from services.core.db.db import Database
from services.schema.migrate import is_known, migrate
from services.settings import Settings

_NAMES: Final = {"sqlite": "SQLite", "postgresql": "PostgreSQL"}


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did. `notes`: sentences that the operator has to know; `is_startable`: whether a server starts on
    it with these settings.
    """

    snapshot: Snapshot
    settled: Settled
    notes: Sequence[str]
    is_startable: bool


def assert_restorable(settings: Settings, snapshot: Snapshot) -> None:
    """Raises NotRestorable for a snapshot of a newer Voltigo or of the other kind of database."""
    if not is_known(snapshot.revision):
        raise NotRestorable(
            f"Die Sicherung stammt von einem neueren Voltigo ({snapshot.version}, Revision {snapshot.revision}): "
            "Stellen Sie sie mit diesem wieder her."
        )
    kind = "sqlite" if settings.database.startswith("sqlite") else "postgresql"
    if kind != snapshot.database:
        theirs, ours = (_NAMES.get(one, one) for one in (snapshot.database, kind))
        raise NotRestorable(
            f"Die Sicherung stammt aus {theirs}, VOLTIGO_DATABASE_URL nennt {ours}. So kommt sie dorthin: Stellen Sie "
            f"sie in einer leeren Installation mit {theirs} wieder her. Schreiben Sie sie dort mit `voltigo export "
            "ORDNER --with-secret` heraus, und lesen Sie den Ordner mit den Einstellungen von hier durch `voltigo "
            "import ORDNER` ein."
        )


def restore(
    settings: Settings,
    repository: Repository,
    snapshot: Snapshot,
    clock: Clock,
    on_bytes: OnBytes = lambda _: None,
    before_start: Callable[[], None] = lambda: None,
) -> Restored:
    """Restore a snapshot to the database and data folder of `settings`; what is there is put aside. `before_start` is
    called once all is in place, and until it returns no server starts.

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
    origin = Origin(snapshot.taken_at, "backup.restored")
    if snapshot.database == "sqlite":
        settled = place_sqlite(settings, origin, clock)
    else:
        with closing(Database(settings.database)) as db:
            migrate(db, snapshot.revision)
        postgresql.load(settings.database, repository, snapshot)
        settled = finish_postgresql(settings, origin, clock)
    refresh_store(settings, clock)
    before_start()
    shutil.rmtree(staging)
    other_secret = about_secret(settings, secret)
    return Restored(snapshot, settled, [*notes, *other_secret], not other_secret)


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
