"""Restores a snapshot elsewhere and checks the whole of it."""

import hashlib
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import Any, Final

import psycopg
from sqlalchemy import inspect, select, text
from sqlalchemy.engine import make_url
from sqlalchemy.orm import Session

from services.backup.capture.postgresql import Connection, connect, execute
from services.backup.errors import BackupError, BackupFailed, Damaged, NoSnapshot, NotRestorable, NotWhole
from services.backup.leased import note
from services.backup.models import LONGEST_WORDS
from services.backup.repository import OnBytes, Repository, Snapshot, open_repository, storage_for
from services.backup.restore import restore
from services.backup.ship import UNREADABLE, BackupShipping, Unreadable
from services.checks.prove import prove
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.storage.installed import files_of
from services.core.storage.storage import Storage
from services.reports.models import ReportRun
from services.schedules.models import ReportArtefact
from services.schema.integrity import damages
from services.settings import Settings
from services.staff.audit import first_broken_entry
from services.store.place import store_of
from services.store.status import verify_whole


def missing_files(session: Session, files: Storage) -> list[str]:
    """A sentence for each file that is missing or is not what its row says."""
    kept = select(ReportRun.result_path, ReportRun.sha256)
    kept = kept.where(ReportRun.result_path.is_not(None), ReportRun.removed_at.is_(None))
    delivered = select(ReportArtefact.path, ReportArtefact.sha256).where(ReportArtefact.removed_at.is_(None))
    found = []
    for path, sha256 in (*session.execute(kept).all(), *session.execute(delivered).all()):
        content = files.get(str(path))
        if content is None:
            found.append(f"Die Datei {path} eines Berichts fehlt.")
        elif hashlib.sha256(content).hexdigest() != sha256:
            found.append(f"Die Datei {path} eines Berichts ist nicht, was aufgehoben wurde.")
    return found


_CHANGED: Final = ("alert_rules", "backup_state", "relation_marks", "store_watermarks", "store_files")
"""Tables of which a restore, or the upgrade after it, may leave fewer rows than there were."""


def faults_of(settings: Settings, counts: Mapping[str, int], clock: Clock) -> list[str]:
    """What is wrong with it, a sentence each. `counts`: rows by table as they were."""
    with closing(Database(settings.database)) as db:
        found = [*damages(db), *_lost_rows(db, counts)]
        if found:  # what follows reads the same rows
            return found
        for proven in prove(db, clock()):
            if proven.broken.count:
                found.append(f"Die Regel {proven.invariant.name} ist {proven.broken.count}-mal verletzt.")
        with db.read() as session:
            if (entry := first_broken_entry(session)) is not None:
                found.append(f"Die Kette des Protokolls ist bei Eintrag {entry} gebrochen.")
            found += missing_files(session, files_of(settings))
        found += verify_whole(db, store_of(settings), clock=clock)
    return found


def _lost_rows(db: Database, counts: Mapping[str, int]) -> list[str]:
    """Of the tables that this version still has: what others held is compared before they are dropped."""
    found = []
    with db.engine.connect() as connection:
        tables = inspect(connection).get_table_names()
        for name, before in counts.items():
            if name in _CHANGED or name not in tables:
                continue
            rows = connection.scalar(text(f'SELECT count(*) FROM "{name}"')) or 0  # noqa: S608 - names of our tables
            if rows < before:
                found.append(f"Die Tabelle {name} hat {rows} Zeilen und hatte {before}.")
    return found


PREFIX: Final = "voltigo_verify_"
_DROP: Final = "DROP SCHEMA IF EXISTS {} CASCADE"


@contextmanager
def postgresql_beside(url: str) -> Iterator[str]:
    """The address of an empty schema of the same database that ends with the block. Raises NotRestorable if the role
    may create none.
    """
    with closing(connect(url, autocommit=True)) as connection:
        _sweep(connection)
        name = f"{PREFIX}{secrets.token_hex(6)}"
        _is_locked(connection, name)
        try:
            execute(connection, "CREATE SCHEMA {}", name)
        except psycopg.errors.InsufficientPrivilege as error:
            raise NotRestorable(
                "Der Benutzer der Datenbank darf zum Wiederherstellen kein Schema anlegen. `GRANT CREATE ON DATABASE … "
                "TO …` erlaubt es."
            ) from error
        given = make_url(url)
        options = f"{given.query.get('options', '')} -csearch_path={name}".strip()
        try:
            yield given.update_query_dict({"options": options}).render_as_string(hide_password=False)
        finally:
            execute(connection, _DROP, name)


def _sweep(connection: Connection) -> None:
    """Remove schemas whose process has ended."""
    schemas = "SELECT nspname FROM pg_namespace WHERE starts_with(nspname, %s)"
    for (name,) in connection.execute(schemas, (PREFIX,)).fetchall():
        if _is_locked(connection, name):
            execute(connection, _DROP, name)
            connection.execute("SELECT pg_advisory_unlock(hashtextextended(%s, 0))", (name,))


def _is_locked(connection: Connection, name: str) -> bool:
    """Take the lock of a schema for this session; False if another session has it."""
    return connection.execute("SELECT pg_try_advisory_lock(hashtextextended(%s, 0))", (name,)).fetchone() == (True,)


_TEMPORARY: Final = ".verifying-"
_DAY_SECONDS: Final = 86_400


@dataclass(frozen=True, slots=True)
class Verified:
    """`faults`: what is wrong with the snapshot, a sentence each. `seconds` its restore took."""

    snapshot: Snapshot
    faults: list[str]
    seconds: float


def verify(
    settings: Settings, repository: Repository, snapshot: Snapshot, clock: Clock, on_bytes: OnBytes = lambda _: None
) -> Verified:
    """Restore a snapshot to a temporary place, check it, remove it. Raises BackupError if it cannot be restored."""
    with restored_beside(settings, repository, snapshot, clock, on_bytes) as (beside, seconds):
        return Verified(snapshot, faults_of(beside, snapshot.counts, clock), seconds)


@contextmanager
def restored_beside(
    settings: Settings, repository: Repository, snapshot: Snapshot, clock: Clock, on_bytes: OnBytes = lambda _: None
) -> Iterator[tuple[Settings, float]]:
    """The settings of a restored copy that lasts as long as the block, and the seconds that the restore took."""
    settings.data_dir.mkdir(parents=True, exist_ok=True)
    _remove_left_behind(settings.data_dir)
    folder = Path(mkdtemp(prefix=_TEMPORARY, dir=settings.data_dir))
    try:
        is_sqlite = settings.database.startswith("sqlite")  # its file is in the folder
        with nullcontext("") if is_sqlite else postgresql_beside(settings.database) as url:
            changed: dict[str, Any] = {"data_dir": folder, "database_url": url}
            changed |= dict.fromkeys(("secret", "backup_url", "store_url"), "")
            beside = Settings(**{**settings.model_dump(), **changed, "environment": "local", "smtp_url": ""})
            begun = time.monotonic()
            restore(beside, repository, snapshot, clock, on_bytes)
            yield beside, time.monotonic() - begun
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _remove_left_behind(data_dir: Path) -> None:
    """Folders of trials that were killed."""
    for folder in data_dir.glob(f"{_TEMPORARY}*"):
        if time.time() - folder.stat().st_mtime > _DAY_SECONDS:
            shutil.rmtree(folder, ignore_errors=True)


def try_newest(db: Database, settings: Settings, clock: Clock) -> Verified:
    """Restore the newest snapshot to a temporary place, check it and note the result. If it is damaged, a new one that
    writes what is missing takes its place, and is tried. Raises BackupFailed if it cannot be restored or is not whole.
    """
    try:
        try:
            return _tried(settings, clock, db)
        except Damaged:
            BackupShipping(db, settings, clock).ship_now()
            return _tried(settings, clock, db)
    except (BackupError, *UNREADABLE) as error:
        fault = error if isinstance(error, BackupError) else Unreadable(f"{type(error).__name__}: {error}")
        note_trial(db, clock, fault)
        raise BackupFailed(fault) from error


def note_trial(db: Database, clock: Clock, fault: BackupError) -> None:
    """Note that the newest snapshot is not good: health, console and doctor then say so."""
    words, now = fault.german[:LONGEST_WORDS], clock()
    db.write(lambda session: note(session, verified_at=now, verify_error=words))


def _tried(settings: Settings, clock: Clock, db: Database) -> Verified:
    repository = open_repository(storage_for(settings.backup_url), settings.backup_key.get_secret_value())
    names = repository.names()
    if not names:
        raise NoSnapshot("Es gibt noch keine Sicherung.")
    found = verify(settings, repository, repository.read_snapshot(names[-1]), clock)
    if found.faults:
        raise NotWhole(found.faults[0])
    now, name = clock(), found.snapshot.name
    db.write(lambda session: note(session, verified_at=now, verified_snapshot=name, verify_error=None))
    return found
