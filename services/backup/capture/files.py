"""The files that a snapshot holds, as members of blocks."""

import hashlib
import os
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import IO, Final

from services.backup.errors import StoreAway
from services.backup.repository import DATA, BlockWriter, Member
from services.core.stopping import stop_asked
from services.core.storage.installed import files_of as place_of
from services.core.storage.installed import kept_elsewhere
from services.core.storage.storage import StorageFault
from services.settings import Settings

BLOCK_BYTES: Final = 64 * 1024
"""Of files. SQLite's pages keep their place, so a changed page costs the block around it; `BACKUP.md` has the figures
of other sizes."""
_LEAST_ROWS_BYTES: Final = 16 * 1024
_MOST_ROWS_BYTES: Final = 256 * 1024
_CUT_AT_ONE_OF: Final = 256
"""Rows end a block where a checksum of the row says so: after a change further up, the next blocks are as before."""


def blocks_of_file(file: IO[bytes]) -> Iterator[bytes]:
    """A file in blocks of one size, the last one shorter."""
    while block := file.read(BLOCK_BYTES):
        yield block


def blocks_of_rows(rows: Iterable[bytes]) -> Iterator[bytes]:
    """Rows of a table in blocks that end at boundaries which the rows themselves decide."""
    waiting: list[bytes] = []
    size = 0
    for row in rows:
        waiting.append(row)
        size += len(row)
        is_boundary = size >= _LEAST_ROWS_BYTES and zlib.crc32(row) % _CUT_AT_ONE_OF == 0
        if is_boundary or size >= _MOST_ROWS_BYTES:
            yield b"".join(waiting)
            waiting, size = [], 0
    if waiting:
        yield b"".join(waiting)


class Stopped(Exception):
    """The process is ending; the snapshot is left unfinished, and no one sees it."""


def write_member(writer: BlockWriter, path: str, blocks: Iterable[bytes], mtime_ns: int = 0) -> Member:
    """The member with these blocks, stored once the writer has finished. Raises Stopped between two of them."""
    size, digest, names = 0, hashlib.sha256(), []
    is_stopping = stop_asked()
    for block in blocks:
        if is_stopping():
            raise Stopped
        size += len(block)
        digest.update(block)
        names.append(writer.add(block))
    return Member(path, size, digest.hexdigest(), names, mtime_ns)


REPLACED: Final = "replaced-"
"""Folders that a restore has put aside (`restore/place.py`)."""
_LEFT_OUT: Final = ("cache", "exports", "demo", "store/runs", "secret", "setup-link")
"""Recreated when needed, part of another installation, or stored as a separate member."""
_DATABASE: Final = (".sqlite3", ".sqlite3-wal", ".sqlite3-shm", ".sqlite3-journal")


def files_of(data_dir: Path) -> Iterator[Path]:
    """All files of the data folder that belong into a backup, by name. Whatever is new there belongs into it, too."""
    yield from _walk(data_dir.resolve(), data_dir.resolve())


def _walk(top: Path, folder: Path) -> Iterator[Path]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except (FileNotFoundError, NotADirectoryError):
        return
    for entry in entries:
        path = Path(entry.path)
        is_unfinished = entry.name.startswith((".", REPLACED)) or entry.name.endswith((".draft", "-making"))
        is_left_out = is_unfinished or path.relative_to(top).as_posix() in _LEFT_OUT or entry.name.endswith(_DATABASE)
        if is_left_out:
            continue
        if entry.is_dir(follow_symlinks=False):
            yield from _walk(top, path)
        elif entry.is_file():
            yield path


def write_files(writer: BlockWriter, settings: Settings, earlier: Mapping[str, Member]) -> dict[str, Member]:
    """Members of the data folder by path, with the kept reports and attachments that lie at VOLTIGO_STORE_URL. The
    store's own files there are left out: a restore makes them again from the database.

    A file of the same size and time as `earlier` is not read again; one that is deleted meanwhile is left out.
    """

    def unchanged(name: str, size: int, mtime_ns: int) -> Member | None:
        before = earlier.get(name)
        return before if before and (before.size, before.mtime_ns) == (size, mtime_ns) else None

    def written(name: str, file: IO[bytes], mtime_ns: int) -> Member:
        with file:
            return write_member(writer, name, blocks_of_file(file), mtime_ns)

    found: dict[str, Member] = {}
    top = settings.data_dir.resolve()
    for path in files_of(top):
        name = DATA + path.relative_to(top).as_posix()
        with suppress(FileNotFoundError):
            known = path.stat()
            at = known.st_mtime_ns
            found[name] = unchanged(name, known.st_size, at) or written(name, path.open("rb"), at)
    try:
        for one in kept_elsewhere(settings):
            name, at = DATA + one.name, int(one.written_at.timestamp() * 1_000_000) * 1000
            if before := unchanged(name, one.bytes, at):
                found[name] = before
            elif (file := place_of(settings).open(one.name)) is not None:
                found[name] = written(name, file, at)
    except StorageFault as fault:
        raise StoreAway(str(fault)) from fault
    return found
