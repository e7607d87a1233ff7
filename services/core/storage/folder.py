"""A folder, on this machine or mounted from another one."""

import errno
import os
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from services.core.german import os_reason
from services.core.storage.storage import FILES, Purpose, Stored
from services.core.telemetry.measures import FILES_UP


class FolderStorage:
    """Each object is a file, written under a temporary name, flushed and renamed."""

    def __init__(self, folder: Path, purpose: Purpose = FILES) -> None:
        self._folder = folder.resolve()
        self._purpose = purpose
        self._unsettled: set[Path] = set()
        self._lock = threading.Lock()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FolderStorage) and (self._folder, self._purpose) == (other._folder, other._purpose)

    def __hash__(self) -> int:
        return hash((self._folder, self._purpose))

    @property
    def local(self) -> Path:
        """See Storage: the folder itself, so that a file only has to be renamed."""
        return self._folder

    def put(self, name: str, content: bytes) -> None:
        with self._reported():
            path = self._folder / name
            draft = self._draft(path, content)
            draft.replace(path)
            self._note(path.parent)

    def put_new(self, name: str, content: bytes) -> bool:
        """See Storage. A hard link appears only where there is no file yet."""
        with self._reported():
            path = self._folder / name
            draft = self._draft(path, content)
            try:
                path.hardlink_to(draft)
            except FileExistsError:
                return False
            finally:
                draft.unlink()
            self._note(path.parent)
            return True

    def put_file(self, name: str, path: Path) -> None:
        """See Storage. From another disk it is copied."""
        with self._reported():
            target = self._folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            _flush(path)
            try:
                path.replace(target)
            except OSError as error:
                if error.errno != errno.EXDEV:
                    raise
                self._copy(path, target)
            for folder in (target.parent, *target.parent.parents):
                _flush(folder)
                if folder == self._folder:
                    break

    def get(self, name: str) -> bytes | None:
        if (file := self.open(name)) is None:
            return None
        with file, self._reported():
            return file.read()

    def open(self, name: str) -> IO[bytes] | None:
        with self._reported():
            try:
                return (self._folder / name).open("rb")
            except (FileNotFoundError, IsADirectoryError):
                return None

    def fetch(self, name: str, path: Path) -> bool:
        if (file := self.open(name)) is None:
            return False
        with file, self._reported(), path.open("wb") as copy:
            shutil.copyfileobj(file, copy)
        return True

    def read(self, name: str, start: int, end: int) -> bytes:
        with (self._folder / name).open("rb") as file, self._reported():
            file.seek(start)
            return file.read(end - start)

    def size(self, name: str) -> int | None:
        with self._reported():
            try:
                return (self._folder / name).stat().st_size
            except (FileNotFoundError, NotADirectoryError):
                return None

    def list(self, prefix: str) -> Iterator[Stored]:
        """See Storage. Drafts of writes that were cut off are left out."""
        with self._reported():
            for path in sorted((self._folder / prefix).rglob("*")):
                if path.name.startswith("."):
                    continue
                try:
                    known = path.stat()
                except FileNotFoundError:  # removed meanwhile
                    continue
                if path.is_file():
                    name = str(path.relative_to(self._folder))
                    yield Stored(name, known.st_size, datetime.fromtimestamp(known.st_mtime, UTC))

    def delete(self, name: str) -> None:
        with self._reported():
            (self._folder / name).unlink(missing_ok=True)

    def settle(self) -> None:
        """See Storage: the names are flushed, the contents were when they were written."""
        with self._lock:
            folders, self._unsettled = self._unsettled, set()
        with self._reported():
            for folder in folders:
                _flush(folder)

    def _draft(self, path: Path, content: bytes) -> Path:
        if not path.parent.is_dir():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._note(path.parent.parent)
        draft = path.with_name(f".{path.name[:40]}-{os.getpid()}-{threading.get_ident()}")
        try:
            with draft.open("wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        except OSError:
            draft.unlink(missing_ok=True)
            raise
        return draft

    @staticmethod
    def _copy(path: Path, target: Path) -> None:
        draft = target.with_name(f".{target.name[:40]}-{os.getpid()}-{threading.get_ident()}")
        try:
            shutil.copyfile(path, draft)
            _flush(draft)
            draft.replace(target)
        finally:
            draft.unlink(missing_ok=True)
        path.unlink()

    def _note(self, folder: Path) -> None:
        with self._lock:
            self._unsettled.add(folder)

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self._note_answer(is_up=False)
            words = f"Der Ordner {self._folder} ({self._purpose.setting}) ist nicht benutzbar: {os_reason(error)}."
            raise self._purpose.unreachable(words) from error
        self._note_answer(is_up=True)

    def _note_answer(self, *, is_up: bool) -> None:
        if self._purpose.is_measured:
            FILES_UP.set(is_up)


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
