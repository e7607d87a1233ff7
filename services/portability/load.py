"""Loads an export into an empty installation, of either kind of database.

Verifies every checksum; loads the rows in one transaction, which is committed only once all of them have been read back
and equal the export; then runs the last steps of a restore. No server starts before the end.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Final

from sqlalchemy import inspect

from services.backup.errors import Damaged, NotRestorable
from services.backup.finish import (
    Origin,
    about_secret,
    finish_postgresql,
    place_sqlite,
    refresh_store,
    staged_database,
)
from services.backup.place import assert_free, put_files_aside, put_used_tables_aside, write_file
from services.backup.verify import faults_of
from services.core.clock import BERLIN, Clock
from services.core.data_folder import STAGING
from services.core.db.db import Database
from services.core.german import counted
from services.portability import description, files, postgresql, sqlite
from services.portability.description import Export, WrittenTable
from services.portability.export import FILES, SECRET
from services.portability.kinds import Layout, Reader, Row
from services.schema.migrate import downgrade, first_revision, is_before_first, is_going_back, is_known, migrate
from services.settings import Settings

OnRows = Callable[[int, int], object]
"""Called with the rows that were loaded or compared since the last call, and how many there are in all."""
_ADVICE: Final = "Ein Import braucht eine leere Installation; nichts wurde geändert."
_LOADED: Final = "installation.imported"
_NOT_OURS: Final = ("alembic_version", "reservation_terms")


@dataclass(frozen=True, slots=True)
class Loaded:
    """`lines`: what the operator has to read. `faults`: what is wrong with what was brought in, a sentence each."""

    export: Export
    lines: Sequence[str]
    faults: Sequence[str]


@dataclass(frozen=True, slots=True)
class _Source:
    folder: Path
    export: Export
    is_csv: bool
    on_rows: OnRows

    def rows(self, layout: Layout) -> Iterator[list[Row]]:
        table = self.table(layout)
        written, read = (table.csv, files.read_csv) if self.is_csv else (table.parquet, files.read_parquet)
        for batch in read(files.inside(self.folder, written.path), layout):
            yield batch
            self.count(len(batch))

    def last_number(self, layout: Layout) -> int | None:
        return self.table(layout).last_number

    def table(self, layout: Layout) -> WrittenTable:
        return next(table for table in self.export.tables if table.layout == layout)

    def count(self, rows: int) -> None:
        self.on_rows(rows, 2 * self.export.rows)


def load(
    settings: Settings,
    folder: Path,
    clock: Clock,
    *,
    is_csv: bool = False,
    on_rows: OnRows = lambda _rows, _all: None,
) -> Loaded:
    """Load the export in `folder` into the empty database and data folder of `settings`.

    Raises BackupError, and then the installation is as it was.
    """
    export = _checked(folder)
    if is_before_first(export.revision):
        raise NotRestorable(
            f"Der Export stammt von einer Vorabversion (Revision {export.revision}), dieses Voltigo liest ihn erst ab "
            f"{first_revision()}: Importieren Sie ihn mit der letzten Vorabversion, und schreiben Sie dort einen neuen."
        )
    if not is_known(export.revision):
        raise NotRestorable(
            f"Der Export stammt von einem neueren Voltigo ({export.version}, Revision {export.revision}): Importieren "
            "Sie ihn mit diesem."
        )
    assert_free(settings, _ADVICE)
    source = _Source(folder, export, is_csv, on_rows)
    staging = settings.data_dir.resolve() / STAGING
    was_cut_off = staging.exists()
    shutil.rmtree(staging, ignore_errors=True)
    try:
        secret = _stage_files(source, staging / "data")
        aside = put_used_tables_aside(settings, clock())
        with _loaded(settings, source) as reader:
            _compare(reader, source)
    except BaseException:
        if not was_cut_off:
            shutil.rmtree(staging, ignore_errors=True)
        raise
    notes = [*aside, *put_files_aside(settings, clock()), *about_secret(settings, secret)]
    held = _finish(settings, export, clock)
    shutil.rmtree(staging)
    faults = faults_of(settings, export.counts, clock)
    return Loaded(export, [*_lines(export, held), *notes], faults)


def _checked(folder: Path) -> Export:
    """The export, after every checksum was compared. Raises Damaged, NotRestorable."""
    named = files.checked(folder)
    if description.NAME not in named:
        raise Damaged(f"{files.SUMS} nennt {description.NAME} nicht.")
    export = description.from_json((folder / description.NAME).read_text(encoding="utf-8"))
    needed = {one.path for table in export.tables for one in (table.parquet, table.csv)}
    needed |= {one.path for one in export.files} | ({SECRET} if export.has_secret else set())
    if unnamed := needed - named:
        raise Damaged(f"{files.SUMS} nennt {min(unnamed)} nicht.")
    return export


def _stage_files(source: _Source, staged: Path) -> bytes:
    """Copy the files to a staging folder; returns the secret, or nothing if the export has none."""
    staged.mkdir(parents=True)
    for one in source.export.files:
        found = files.inside(source.folder, one.path)
        target = files.inside(staged, one.path.removeprefix(f"{FILES}/"))
        with found.open("rb") as file:
            write_file(target, iter(partial(file.read, 1 << 20), b""))
        status = found.stat()
        os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))
    if not source.export.has_secret:
        return b""
    secret = (source.folder / SECRET).read_bytes()
    write_file(staged / SECRET, [secret])
    return secret


def _loaded(settings: Settings, source: _Source) -> AbstractContextManager[Reader]:
    """The rows, loaded but not committed."""
    layouts = [table.layout for table in source.export.tables]
    is_sqlite = settings.database.startswith("sqlite")
    url = f"sqlite:///{staged_database(settings)}" if is_sqlite else settings.database
    with closing(Database(url)) as db:
        _build_schema(db, source.export.revision)
        _assert_same_tables(db, layouts)
    if is_sqlite:
        return sqlite.loaded(staged_database(settings), layouts, source.rows, source.last_number)
    return postgresql.loaded(settings.database, layouts, source.rows, source.last_number)


def _build_schema(db: Database, revision: str) -> None:
    with db.engine.connect() as connection:
        is_empty = not inspect(connection).has_table("alembic_version")
    if not is_empty and is_going_back(db, revision):
        downgrade(db, revision)
    else:
        migrate(db, revision)


def _assert_same_tables(db: Database, layouts: Sequence[Layout]) -> None:
    """Raises NotRestorable where the description has another table or column than the schema of its revision."""
    with db.engine.connect() as connection:
        inspector = inspect(connection)
        tables = {name for name in inspector.get_table_names() if not name.startswith(_NOT_OURS)}
        if differing := tables ^ {layout.name for layout in layouts}:
            raise NotRestorable(
                f"Beschreibung und Schema ihrer Revision unterscheiden sich in der Tabelle {min(differing)}."
            )
        for layout in layouts:
            columns = {column["name"] for column in inspector.get_columns(layout.name)}
            if differing := columns ^ set(layout.names):
                raise NotRestorable(
                    f"Beschreibung und Schema ihrer Revision unterscheiden sich in {layout.name}.{min(differing)}."
                )


def _compare(reader: Reader, source: _Source) -> None:
    """Read every row again and compare it with the export: as CSV it has to have the same checksum. Raises Damaged."""
    for table in source.export.tables:
        digest = sha256(files.csv_header(table.layout))
        for batch in reader.rows(table.layout):
            digest.update(files.csv_lines(table.layout, batch))
            source.count(len(batch))
        if digest.hexdigest() != table.csv.sha256:
            raise Damaged(
                f"Die Zeilen von {table.layout.name} sind nicht die des Exports: In der Datenbank oder einer seiner "
                "Dateien steht ein anderer Wert. Nichts wurde geändert."
            )


def _finish(settings: Settings, export: Export, clock: Clock) -> int:
    origin = Origin(export.moment, _LOADED, has_secret=export.has_secret)
    is_sqlite = settings.database.startswith("sqlite")
    held = place_sqlite(settings, origin, clock) if is_sqlite else finish_postgresql(settings, origin, clock)
    refresh_store(settings, clock, is_other_kind=is_sqlite != (export.database == "sqlite"))
    return held


def _lines(export: Export, held_mails: int) -> Iterator[str]:
    at = export.moment.astimezone(BERLIN)
    yield (
        f"Importiert: {counted(len(export.tables), 'Tabelle', 'Tabellen')} mit "
        f"{counted(export.rows, 'Zeile', 'Zeilen')} und {counted(len(export.files), 'Datei', 'Dateien')}, exportiert "
        f"am {at:%d.%m.%Y um %H:%M:%S} Uhr von Version {export.version}. Jede Zeile ist zurückgelesen und wie dort."
    )
    if held_mails:
        yield (
            f"{counted(held_mails, 'Mail ist', 'Mails sind')} angehalten: Beim Export wurde noch darauf "
            "gewartet, und seither kann gesendet worden sein. `voltigo mails release` sendet, was angehalten ist; die "
            "Konsole nennt jede einzeln."
        )
    if not export.has_secret:
        yield (
            "Im Export ist kein Geheimnis: Alle im Team brauchen `voltigo staff reset-totp EMAIL`, Webhooks neue "
            "Geheimnisse. Links in früher gesendeten Mails öffnen nichts mehr, und frühere Prüfpunkte des Protokolls "
            "lassen sich nicht prüfen."
        )
    yield "Lassen Sie die alte Installation nicht neben dieser laufen. `voltigo serve` (oder `make run`) startet sie."
