"""A size-limited folder with copies of the store's files, shared by all processes of a machine.

Files of the store are immutable and their names never reused, so a copy is never stale. A copy in use has a second hard
link, in the folder of the run that uses it. So the link count says in every process whether a copy may be evicted, and
what a run has opened or is about to open survives eviction.

Space is reserved under a lock of the folder: a draft has the full size of its file from the start, so that processes
that fetch at the same time do not exceed the limit together.
"""

import fcntl
import os
import secrets
import shutil
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from analytics.store.files import StoredFile, StoreFault, sha256_of
from analytics.store.remote import Remote

_COPIES: Final = "files"
_PINS: Final = "pins"
_OWNER: Final = "owner"
"""A file that the process of a folder of pins keeps locked as long as it lives."""
_LOCK: Final = "lock"


class FileDamaged(StoreFault):
    """A file of the store is missing, was cut off, or has another content."""


@dataclass(frozen=True, slots=True)
class Cache:
    """Copies below `folder`, of at most `most_bytes` together."""

    folder: Path
    most_bytes: int

    @property
    def pins(self) -> Path:
        """The folder with the folders of runs."""
        return self.folder / _PINS

    def pin(self, remote: Remote, file: StoredFile, pins: Path) -> Path | None:
        """A copy of the file in `pins`, checked when it was fetched; None if there is no room for it.

        Raises FileDamaged, StoreSilent.
        """
        copy, pinned = self._copy(file.path), pins / _flat(file.path)
        if pinned.exists() or _linked(copy, pinned):
            return pinned
        if (draft := self._reserved(file.bytes)) is None:
            return None
        try:
            _fetch(remote, file, draft)
            pinned.hardlink_to(draft)
            draft.replace(copy)
        except FileExistsError:  # another thread of the run
            draft.unlink()
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
        return pinned

    def add(self, name: str, size: int, path: Path) -> None:
        """Take a local file that has just been written, if there is room; it is gone afterwards."""
        if (draft := self._reserved(size)) is None:
            path.unlink()
            return
        path.replace(draft)
        draft.replace(self._copy(name))

    def keep_only(self, names: Collection[str]) -> None:
        """Delete copies of files that the store no longer has: nothing that was erased stays on this machine."""
        known = {_flat(name) for name in names}
        for path, status in self._lying():
            if path.name not in known and status.st_nlink == 1 and not path.name.startswith("."):
                path.unlink(missing_ok=True)

    def drop_damaged(self, files: Iterable[StoredFile]) -> list[str]:
        """Delete copies that are no longer what the manifest says, and name them; the next run fetches them again."""
        dropped = []
        for file in files:
            copy = self._copy(file.path)
            with suppress(FileNotFoundError):
                if sha256_of(copy) != file.sha256:
                    copy.unlink()
                    dropped.append(file.path)
        return dropped

    def held_bytes(self) -> int:
        """Bytes of all copies, those that are being fetched included."""
        return sum(_held(path, status) for path, status in self._lying())

    def _copy(self, name: str) -> Path:
        return self.folder / _COPIES / _flat(name)

    def _reserved(self, size: int) -> Path | None:
        """A draft of this size; None if copies in use leave no room."""
        copies = self.folder / _COPIES
        copies.mkdir(parents=True, exist_ok=True)
        with self._locked():
            if not self._make_room(size):
                return None
            draft = copies / f".{os.getpid()}-{size}-{secrets.token_hex(6)}"
            draft.touch()
            return draft

    def _make_room(self, needed: int) -> bool:
        """Evict the least recently used copies until this many bytes are free; none if that cannot succeed."""
        lying = list(self._lying())
        excess = sum(_held(path, status) for path, status in lying) + needed - self.most_bytes
        unused = sorted(
            ((path, status) for path, status in lying if status.st_nlink == 1 and not _is_being_made(path)),
            key=lambda one: one[1].st_mtime_ns,
        )
        if excess > sum(status.st_size for _, status in unused):
            return False
        for path, status in unused:
            if excess <= 0:
                break
            path.unlink(missing_ok=True)
            excess -= status.st_size
        return True

    def _lying(self) -> Iterator[tuple[Path, os.stat_result]]:
        with suppress(FileNotFoundError):
            for path in (self.folder / _COPIES).iterdir():
                with suppress(FileNotFoundError):
                    yield path, path.stat()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        with (self.folder / _LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def sweep(self) -> None:
        """Remove what crashed processes have left: their pins, and drafts nobody writes any more."""
        with suppress(FileNotFoundError):
            for folder in list(self.pins.iterdir()):
                if not is_owned(folder):
                    shutil.rmtree(folder, ignore_errors=True)
        for path, _ in self._lying():
            if path.name.startswith(".") and not _is_being_made(path):
                path.unlink(missing_ok=True)


@contextmanager
def owned(folder: Path) -> Iterator[Path]:
    """A new folder below `folder` that is this process's; it is removed at the end, or by a sweep after a crash."""
    own = folder / f"{os.getpid()}-{secrets.token_hex(6)}"
    own.mkdir(parents=True)
    try:
        with (own / _OWNER).open("w") as owner:
            fcntl.flock(owner, fcntl.LOCK_EX)
            yield own
    finally:
        shutil.rmtree(own, ignore_errors=True)


def is_owned(folder: Path) -> bool:
    """Whether the process that made the folder lives."""
    try:
        with (folder / _OWNER).open("w") as owner:
            fcntl.flock(owner, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    return False


def checked(file: StoredFile, path: Path) -> None:
    """Raises FileDamaged unless the local file is what the manifest says."""
    if path.stat().st_size != file.bytes or sha256_of(path) != file.sha256:
        raise FileDamaged(
            f"Die Datei {file.path} des Datenspeichers ist beschädigt. `voltigo store rebuild` baut ihn neu."
        )


def _fetch(remote: Remote, file: StoredFile, draft: Path) -> None:
    """Twice if need be: what a network has cut off or changed is right the second time."""
    tries: tuple[Callable[[StoreFault], None], ...] = (lambda _fault: None, _raised)
    for on_fault in tries:
        if not remote.fetch(file.path, draft):
            raise FileDamaged(f"Die Datei {file.path} des Datenspeichers fehlt. `voltigo store rebuild` baut ihn neu.")
        try:
            return checked(file, draft)
        except FileDamaged as fault:
            on_fault(fault)
    return None


def _raised(fault: StoreFault) -> None:
    raise fault


def _linked(copy: Path, pinned: Path) -> bool:
    try:
        pinned.hardlink_to(copy)
    except FileExistsError:
        return True
    except FileNotFoundError:
        return False
    os.utime(pinned)
    return True


def _flat(name: str) -> str:
    return name.replace("/", "~")


def _held(path: Path, status: os.stat_result) -> int:
    """Bytes of a copy. A draft has its size in its name: while it is fetched, the file itself is smaller."""
    return int(path.name.split("-")[1]) if path.name.startswith(".") else status.st_size


def _is_being_made(path: Path) -> bool:
    """Whether a living process writes this draft."""
    if not path.name.startswith("."):
        return False
    with suppress(ValueError, ProcessLookupError):
        os.kill(int(path.name[1:].partition("-")[0]), 0)
        return True
    return False
