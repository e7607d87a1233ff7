"""Installations to be backed up and to be restored into, and what their databases hold."""

from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from sqlalchemy import TextClause, inspect, text

from services.backup.repository import Repository, Snapshot, new_key, open_repository, storage_for
from services.backup.ship import BackupShipping
from services.core.clock import Clock, utc_now
from services.core.db.db import Database
from services.models import metadata
from services.settings import Settings

KEY: Final = new_key()
Rows = dict[str, list[tuple[Any, ...]]]


@dataclass(frozen=True)
class Installation:
    """A database, a data folder, and a target for its backups."""

    settings: Settings
    target: Path

    def ship(self, db: Database, clock: Clock = utc_now) -> Snapshot:
        """Take a snapshot as the job does."""
        return BackupShipping(db, self.settings, clock).ship_now().snapshot

    def repository(self) -> Repository:
        """The repository as a command opens it."""
        return open_repository(storage_for(str(self.target)), self.settings.backup_key.get_secret_value())


def installation(folder: Path, database_url: str, target: Path, **changes: Any) -> Installation:
    """Settings of an installation in a folder; those of the environment do not count."""
    given = {"data_dir": folder, "database_url": database_url, "backup_url": str(target), "backup_key": KEY}
    values: dict[str, Any] = {"scheduler": "off", "rate_limits": "off", **given, **changes}
    return Installation(Settings(_env_file=None, **values), target)


def rows_of(url: str) -> Rows:
    """Every row of every table in the order of its key, as the database has it."""
    with closing(Database(url)) as db, db.engine.connect() as connection:
        names = [name for name in inspect(connection).get_table_names() if not name.startswith("reservation_terms")]
        return {name: [tuple(row) for row in connection.execute(_rows_in_order(name))] for name in names}


def _rows_in_order(name: str) -> TextClause:
    table = metadata.tables.get(name)
    keys = [column.name for column in table.primary_key] if table is not None else []
    return text(f'SELECT * FROM "{name}" ORDER BY {", ".join(keys) or "1"}')


def block_files(target: Path) -> list[Path]:
    """The files of all blocks."""
    return [path for path in sorted((target / "blocks").rglob("*")) if path.is_file()]


def snapshot_files(target: Path) -> list[Path]:
    """The files of all snapshots, the oldest first."""
    return sorted((target / "snapshots").iterdir())
