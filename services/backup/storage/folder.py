"""A folder as the target, on a disk of its own or mounted from another machine."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from services.backup.errors import Unreachable
from services.backup.storage.storage import Stored


class FolderStorage:
    """Each object is a file, written under a temporary name, flushed and renamed."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._unsettled: set[Path] = set()
        self._lock = threading.Lock()

    def put(self, name: str, content: bytes) -> None:
        """See Storage."""
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

    def get(self, name: str) -> bytes | None:
        """See Storage."""
        with self._reported():
            try:
                return (self._folder / name).read_bytes()
            except FileNotFoundError:
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
        """See Storage."""
        with self._reported():
            (self._folder / name).unlink(missing_ok=True)

    def settle(self) -> None:
        """See Storage: the names are flushed, the contents were when they were written."""
        with self._lock:
            folders, self._unsettled = self._unsettled, set()
        with self._reported():
            for folder in folders:
                handle = os.open(folder, os.O_RDONLY)
                try:
                    os.fsync(handle)
                finally:
                    os.close(handle)

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

    def _note(self, folder: Path) -> None:
        with self._lock:
            self._unsettled.add(folder)

    @contextmanager
    def _reported(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise Unreachable(f"The backup folder {self._folder} cannot be used: {error.strerror}.") from error
