"""Implementation of `voltigo backup …`, `voltigo restore` and `voltigo verify`; the commands only print the results."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import datetime, timedelta
from typing import Any, Final

import psycopg
import typer
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from services.backup.capture.snapshot import sqlite_path
from services.backup.errors import BackupError, Damaged, Occupied
from services.backup.repository.manifest import Erased, Snapshot, moment_of
from services.backup.repository.repository import Repository, open_repository
from services.backup.restore.place import assert_free
from services.backup.restore.restore import Restored, assert_restorable, restore
from services.backup.storage import storage_for
from services.backup.verification.verify import Verified, verify
from services.core.clock import BERLIN, utc_now
from services.core.db.db import Database
from services.core.german import counted
from services.data_protection.erasure.repeat import repeat_erasures
from services.jobs.health import ALIVE
from services.jobs.models import KnownJob
from services.settings import Settings

_LONGEST_TRANSACTION: Final = timedelta(minutes=10)
Progress = Callable[[str, int], AbstractContextManager[Callable[[int], object]]]


@contextmanager
def reported_backup_errors() -> Iterator[None]:
    """Trouble with backups ends the command with one sentence and exit code 1."""
    try:
        yield
    except BackupError as error:
        said = str(error)
    except OSError as error:
        said = f"{error.filename or 'The disk'}: {error.strerror}."
    except (sqlite3.Error, psycopg.Error, SQLAlchemyError) as error:
        said = f"The database cannot be used: {str(error).splitlines()[0]}"
    else:
        return
    typer.secho(said, fg="red", err=True)
    raise typer.Exit(1)


@contextmanager
def progress(label: str, length: int) -> Iterator[Callable[[int], object]]:
    """A bar of bytes."""
    with typer.progressbar(length=max(length, 1), label=label) as bar:
        yield bar.update


def opened(settings: Settings, source: str) -> Repository:
    """The repository to read from; asks for the key where none is set."""
    key = settings.backup_key.get_secret_value() or typer.prompt("Backup key", hide_input=True)
    return open_repository(storage_for(source or settings.backup_url), key)


def chosen(repository: Repository, at: str) -> Snapshot:
    """The newest snapshot, or the newest one at or before a moment."""
    return repository.read_snapshot(repository.at(_moment(at)))


def _moment(text: str) -> datetime:
    if not text:
        return datetime.max.replace(tzinfo=BERLIN) - timedelta(days=2)
    try:
        moment = datetime.fromisoformat(text)
    except ValueError as error:
        raise BackupError(f"{text} is no moment: write 2026-11-27 06:30, or ISO 8601 with an offset.") from error
    return moment if moment.tzinfo else moment.replace(tzinfo=BERLIN)


def backup_line(snapshot: Snapshot) -> str:
    """One line on a snapshot."""
    at = snapshot.taken_at.astimezone(BERLIN)
    return f"{at:%Y-%m-%d %H:%M:%S}  {snapshot.rows:,} rows, {snapshot.size / 1e6:.1f} MB"


def verified(settings: Settings, source: str, at: str, progress: Progress) -> Verified:
    """Verify a snapshot."""
    repository = opened(settings, source)
    snapshot = chosen(repository, at)
    with progress("Restoring beside", snapshot.size) as on_bytes:
        return verify(settings, repository, snapshot, utc_now, on_bytes)


def restored(settings: Settings, source: str, at: str, progress: Progress, *, replace: bool) -> list[str]:
    """Restore a snapshot; returns what the operator has to read."""
    repository = opened(settings, source)
    snapshot = chosen(repository, at)
    assert_restorable(settings, snapshot)
    if replace:
        assert_stopped(settings, utc_now())
    else:
        assert_free(settings)
    erased = erased_after(repository, snapshot)
    repeated = 0

    def erase_again() -> None:
        nonlocal repeated
        with closing(Database(settings.database)) as db:
            repeated = repeat_erasures(db, settings, erased, utc_now)

    with progress("Restoring", snapshot.size) as on_bytes:
        done = restore(settings, repository, snapshot, utc_now, on_bytes, erase_again)
    return [f"Restored: {backup_line(snapshot)}", *_after(done, repository.names(), repeated)]


def erased_after(repository: Repository, snapshot: Snapshot) -> list[Erased]:
    """Households that were erased after a snapshot, as the newest one that can be read tells."""
    for name in reversed(repository.names()):
        if moment_of(name) <= snapshot.taken_at:
            break
        try:
            known = repository.read_snapshot(name).erased
        except Damaged:
            continue
        # Some were begun before the snapshot and committed after it; what it knows as erased is left out later.
        return [one for one in known if one.at > snapshot.taken_at - _LONGEST_TRANSACTION]
    return []


def assert_stopped(settings: Settings, now: datetime) -> None:
    """Raises Occupied while a server or worker is at work on the database: it would go on with what is put aside."""
    if settings.database.startswith("sqlite") and not sqlite_path(settings).exists():
        return
    with closing(Database(settings.database)) as db:
        try:
            with db.read() as session:
                seen_at = session.scalar(select(func.max(KnownJob.seen_at)))
        except DBAPIError:  # no tables, or a damaged database: no server works on it
            return
    if seen_at is not None and now - seen_at < ALIVE:
        raise Occupied(
            f"A server was at work on this database at {seen_at.astimezone(BERLIN):%H:%M:%S}. Stop all of them; one "
            f"that was killed counts as running for {ALIVE.total_seconds():.0f} s more."
        )


def _after(done: Restored, names: list[str], repeated: int) -> Iterator[str]:
    gap = utc_now() - done.snapshot.taken_at
    yield from done.notes
    yield (
        f"What was committed since then, {_span(gap)} ago, is not in it. Households may hold a confirmation of a place "
        "that this database does not know: pause the park in the console until mails and letters of that time are "
        "compared, then continue it."
    )
    newer = [name for name in names if moment_of(name) > done.snapshot.taken_at]
    if newer:
        yield (
            f"There are {len(newer)} newer snapshots. Households that were erased since then and had come back: "
            f"{repeated}, erased again. What was erased after the newest snapshot is not known."
        )
    if done.settled.held_mails:
        yield (
            f"{done.settled.held_mails} mails are held: they were waiting then and may have left since. "
            "`voltigo mails release` sends them; the console lists them one by one."
        )
    yield "`voltigo serve` (or `make run`) starts it."


def _span(gap: timedelta) -> str:
    seconds = int(gap.total_seconds())
    for size, one in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= 2 * size:
            return counted(seconds // size, one, f"{one}s")
    return counted(seconds, "second", "seconds")


def as_environment(settings: Settings, **changed: Any) -> dict[str, str]:
    """Settings as the environment of a server started on them."""
    return {f"VOLTIGO_{name.upper()}": str(value) for name, value in changed.items()} | {
        "VOLTIGO_DATA_DIR": str(settings.data_dir),
        "VOLTIGO_DATABASE_URL": settings.database,
    }
