"""A consistent copy of the running SQLite database, by SQLite's own online backup."""

import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from services.backup.capture.files import blocks_of_file, write_member
from services.backup.errors import NotRestorable
from services.backup.repository import SQLITE_FILE, BlockWriter, Erased, Member, Table

_DRAFTS = ".backup-"
_NO_REVISION = "Die Datenbank ist leer: `voltigo migrate` oder ein erster Start legt sie an."


@contextmanager
def copied(database: Path, data_dir: Path) -> Iterator[tuple[Path, sqlite3.Connection]]:
    """A copy of the database at one moment, in a private folder that ends with the block, and a connection to it.

    It reads in one step, under WAL without keeping writers waiting; every page keeps its place.
    """
    data_dir.mkdir(parents=True, exist_ok=True)
    _remove_left_behind(data_dir)
    with TemporaryDirectory(prefix=_DRAFTS, dir=data_dir) as folder:
        copy = Path(folder) / "copy.sqlite3"
        with (
            closing(sqlite3.connect(f"{database.as_uri()}?mode=rw", uri=True, timeout=30)) as source,
            closing(sqlite3.connect(copy)) as target,
        ):
            target.execute("PRAGMA journal_mode=OFF")
            target.execute("PRAGMA synchronous=OFF")
            source.backup(target)
        with closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
            yield copy, connection


def write_sqlite(writer: BlockWriter, copy: Path) -> Member:
    with copy.open("rb") as file:
        return write_member(writer, SQLITE_FILE, blocks_of_file(file))


def described(connection: sqlite3.Connection) -> tuple[str, dict[str, Table]]:
    """The revision of the database, and the number of rows of each of its tables."""
    names = [row[0] for row in connection.execute(_TABLES)]
    if "alembic_version" not in names:
        raise NotRestorable(_NO_REVISION)
    (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    counts = {name: connection.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in names}  # noqa: S608
    return revision, {name: Table(rows) for name, rows in counts.items()}


def erased_since(connection: sqlite3.Connection, moment: datetime) -> list[Erased]:
    since = moment.astimezone(UTC).replace(tzinfo=None).isoformat(sep=" ", timespec="microseconds")
    found = connection.execute("SELECT reservation_id, at, actor FROM erasures WHERE at >= ?", (since,)).fetchall()
    return [Erased(id_, datetime.fromisoformat(at).replace(tzinfo=UTC), actor) for id_, at, actor in found]


_TABLES = (
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' "
    "AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name"
)


def _remove_left_behind(data_dir: Path) -> None:
    """Copies of a process that was killed. Only one process makes a backup at a time."""
    for folder in data_dir.glob(f"{_DRAFTS}*"):
        shutil.rmtree(folder, ignore_errors=True)
