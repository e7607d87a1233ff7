"""Takes one snapshot: files, the database, and what has been added to the files meanwhile.

Files that the database names are written before the commit that names them, and deleted after the commit that forgets
them. So each file that the database names at its moment was there in the first look at the folder, or is there in the
second one; the members are those of both.
"""

import secrets
import time
from collections.abc import Mapping, Set
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from sqlalchemy.engine import make_url

from services.backup.capture import postgresql, sqlite
from services.backup.capture.files import write_files, write_member
from services.backup.prune import longest_kept
from services.backup.repository import DATA, SECRET, BlockWriter, Erased, Member, Repository, Snapshot, Table, name_at
from services.core.clock import Clock
from services.settings import Settings


@dataclass(frozen=True, slots=True)
class Taken:
    """A snapshot that was written, how long it took, and which blocks it had to write."""

    snapshot: Snapshot
    seconds: float
    written: Set[str]


@dataclass(frozen=True, slots=True)
class _Database:
    revision: str
    tables: Mapping[str, Table]
    members: list[Member]
    sequences: Mapping[str, int]
    erased: list[Erased]


def take_snapshot(
    settings: Settings,
    repository: Repository,
    clock: Clock,
    version: str,
    earlier: Snapshot | None,
    damaged: Set[str] = frozenset(),
) -> Taken:
    """Take a snapshot and make it visible. `earlier`: a snapshot that stays, whose blocks need not be written again,
    but for the `damaged` ones.

    Raises BackupError; Stopped when the process is ending.
    """
    begun = time.monotonic()
    writer = BlockWriter(repository, earlier.blocks - damaged if earlier else set())
    known = {one.path: one for one in earlier.under(DATA) if damaged.isdisjoint(one.blocks)} if earlier else {}
    try:
        before = write_files(writer, settings, known)
        taken_at = clock()
        database = _write_database(writer, settings, taken_at - longest_kept(settings.backup_keep_days))
        after = write_files(writer, settings, known | before)
        secret = write_member(writer, SECRET, [settings.secret_key])
        writer.finish()
    finally:
        writer.close()
    snapshot = Snapshot(
        name=name_at(taken_at, secrets.token_hex(4)),
        taken_at=taken_at,
        version=version,
        revision=database.revision,
        database="sqlite" if settings.database.startswith("sqlite") else "postgresql",
        tables=database.tables,
        members=[*database.members, *(before | after).values(), secret],
        sequences=database.sequences,
        erased=database.erased,
    )
    repository.write_snapshot(snapshot)
    return Taken(snapshot, time.monotonic() - begun, writer.written)


def _write_database(writer: BlockWriter, settings: Settings, erased_since: datetime) -> _Database:
    if settings.database.startswith("sqlite"):
        with sqlite.copied(sqlite_path(settings), settings.data_dir.resolve()) as (copy, rows):
            revision, tables = sqlite.described(rows)
            erased = sqlite.erased_since(rows, erased_since)
            return _Database(revision, tables, [sqlite.write_sqlite(writer, copy)], {}, erased)
    with postgresql.one_moment(settings.database) as connection:
        revision = postgresql.revision_of(connection)
        erased = postgresql.erased_since(connection, erased_since)
        return _Database(revision, *postgresql.write_postgresql(writer, connection), erased)


def sqlite_path(settings: Settings) -> Path:
    return Path(make_url(settings.database).database or "").resolve()
