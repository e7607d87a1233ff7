"""Writes the export: tables and files of one moment, then their description, then the folder's final name.

Files are written before the commit that refers to them and deleted after the one that drops the reference. So the data
folder is copied before the database is read and once more after it, as for a snapshot.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Final

from services.backup.capture.files import files_of
from services.backup.capture.snapshot import sqlite_path
from services.backup.errors import NotRestorable, Occupied
from services.backup.place import write_file
from services.backup.ship import product_version
from services.core.clock import Clock
from services.core.storage.installed import files_of as place_of
from services.core.storage.installed import kept_elsewhere
from services.models import metadata
from services.portability import description, files, postgresql, sqlite
from services.portability.description import Export, WrittenFile, WrittenTable
from services.portability.kinds import Layout, Reader, layout_of
from services.portability.words import README, readme, words_on_tables
from services.schema.migrate import newest_revision
from services.settings import Settings

OnRows = Callable[[int, int], object]
"""Called with the rows that were written since the last call, and how many there are in all."""
SECRET: Final = "secret"  # noqa: S105 - the name of a file
FILES: Final = "files"
_TABLES: Final = "tables"
_OURS: Final = ".voltigo-export"
"""Marks a folder that an export which was cut off has left; the next one begins it again."""


def export(
    settings: Settings,
    folder: Path,
    clock: Clock,
    *,
    with_secret: bool = False,
    on_rows: OnRows = lambda _rows, _all: None,
) -> Export:
    """Write the export into `folder`, which is new or empty. Until it is whole it is called `….partial`.

    Raises BackupError; OSError where the folder cannot be written.
    """
    target = folder.resolve()
    if target.is_relative_to(settings.data_dir.resolve()):
        raise Occupied(f"{target} liegt im Datenordner. Wählen Sie einen Ordner außerhalb.")
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise Occupied(
            f"{target} ist kein leerer Ordner. Wählen Sie einen neuen oder leeren; überschrieben wird nichts."
        )
    partial = _begun(target)
    copied = _copy_all_files(settings, partial / FILES, {})
    with _reader(settings, partial) as reader:
        if reader.revision != newest_revision():
            raise NotRestorable(
                f"Die Datenbank hat Revision {reader.revision}, dieses Voltigo arbeitet mit {newest_revision()}: "
                "Exportieren Sie mit der Version, die sie benutzt, oder führen Sie zuvor `voltigo migrate` aus."
            )
        moment = clock()
        tables = _write_tables(reader, partial / _TABLES, on_rows)
    copied = _copy_all_files(settings, partial / FILES, copied)
    if with_secret:
        write_file(partial / SECRET, [settings.secret_key])
    files = [WrittenFile(f"{FILES}/{path}", *_size_and_sum(partial / FILES / path)) for path in sorted(copied)]
    done = Export(moment, product_version(), reader.revision, reader.kind, with_secret, tables, files)
    _describe(partial, done)
    (partial / _OURS).unlink()
    partial.rename(target)
    return done


def _begun(target: Path) -> Path:
    """The folder in which the export is written; what one that was cut off has left is removed."""
    partial = target.with_name(f"{target.name}.partial")
    if partial.exists():
        if not (partial / _OURS).is_file():
            raise Occupied(f"{partial} ist im Weg und nicht von einem Export von Voltigo.")
        shutil.rmtree(partial)
    partial.mkdir(mode=0o700, parents=True)
    (partial / _OURS).touch(mode=0o600)
    for name in (_TABLES, FILES):
        (partial / name).mkdir(mode=0o700)
    return partial


@contextmanager
def _reader(settings: Settings, partial: Path) -> Iterator[Reader]:
    opened: AbstractContextManager[Reader]
    if settings.database.startswith("sqlite"):
        path = sqlite_path(settings)
        if not path.exists():
            raise NotRestorable("Es gibt keine Datenbank: `voltigo migrate` oder ein erster Start legt sie an.")
        opened = sqlite.reader(path, partial)
    else:
        opened = postgresql.reader(settings.database)
    with opened as reader:
        yield reader


def _write_tables(reader: Reader, folder: Path, on_rows: OnRows) -> list[WrittenTable]:
    layouts = sorted(map(layout_of, metadata.sorted_tables), key=lambda layout: layout.name)
    expected = sum(map(reader.count, layouts))
    written = [_write_table(reader, layout, folder, lambda rows: on_rows(rows, expected)) for layout in layouts]
    # Sequences last: they are not transactional, so they are at or beyond the rows.
    return [
        WrittenTable(layout, rows, reader.last_number(layout), _file(folder, f"{layout.name}.parquet"), csv)
        for layout, rows, csv in written
    ]


def _write_table(
    reader: Reader, layout: Layout, folder: Path, on_rows: Callable[[int], object]
) -> tuple[Layout, int, WrittenFile]:
    csv_path, rows = folder / f"{layout.name}.csv", 0
    with files.parquet_written(folder / f"{layout.name}.parquet", layout) as parquet, csv_path.open("wb") as csv:
        csv.write(files.csv_header(layout))
        for batch in reader.rows(layout):
            parquet.write(batch)
            csv.write(files.csv_lines(layout, batch))
            rows += len(batch)
            on_rows(len(batch))
    return layout, rows, _file(folder, csv_path.name)


def _file(folder: Path, name: str) -> WrittenFile:
    path = folder / name
    path.chmod(0o600)
    return WrittenFile(f"{_TABLES}/{name}", *_size_and_sum(path))


def _size_and_sum(path: Path) -> tuple[int, str]:
    return path.stat().st_size, files.sha256_of(path)


def _copy_all_files(settings: Settings, folder: Path, known: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Those of the data folder, and kept reports and attachments at VOLTIGO_STORE_URL."""
    found = _copy_files(settings.data_dir, folder, known)
    for one in kept_elsewhere(settings):
        path = folder / one.name
        stamp = (one.bytes, int(one.written_at.timestamp()))
        if found.get(one.name) != stamp:
            path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            if place_of(settings).fetch(one.name, path):
                path.chmod(0o600)
                found[one.name] = stamp
    return found


def _copy_files(data_dir: Path, folder: Path, known: dict[str, tuple[int, int]]) -> dict[str, tuple[int, int]]:
    """Copy the files of the data folder; `known` ones, by size and time, are there already. One that is deleted
    meanwhile is left out. Returns size and time by path.
    """
    top = data_dir.resolve()
    found = dict(known)
    for path in files_of(data_dir):
        name = path.relative_to(top).as_posix()
        try:
            status = path.stat()
            stamp = (status.st_size, status.st_mtime_ns)
            if known.get(name) == stamp:
                continue
            with path.open("rb") as file:
                write_file(folder / name, iter(lambda file=file: file.read(1 << 20), b""))  # type: ignore[misc]
            os.utime(folder / name, ns=(status.st_mtime_ns, status.st_mtime_ns))
        except FileNotFoundError:
            continue
        found[name] = stamp
    return found


def _describe(partial: Path, done: Export) -> None:
    """Write description, README and checksums: the last one, since it holds those of the others."""
    texts = {description.NAME: description.as_json(done, words_on_tables()), README: readme(done)}
    for name, text in texts.items():
        write_file(partial / name, [text.encode()])
    written = [one for table in done.tables for one in (table.parquet, table.csv)] + list(done.files)
    known = {one.path: one.sha256 for one in written}
    beside = [*texts, *([SECRET] if done.has_secret else [])]
    known |= {name: files.sha256_of(partial / name) for name in beside}
    write_file(partial / files.SUMS, [files.as_text(known).encode()])
