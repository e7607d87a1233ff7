"""Where DuckDB reads the store's files during one run: in the folder, from cached copies, or remotely."""

import hashlib
import threading
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from analytics.store.cache import Cache, FileDamaged, owned
from analytics.store.catalogue import Store
from analytics.store.files import StoredFile
from analytics.store.remote import PROTOCOL, Remote

_PART_BYTES: Final = 4 << 20
_MOST_REMEMBERED: Final = 100_000


class Places:
    """Addresses of files that stay readable until `close`."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._held = ExitStack()
        self._pins: Path | None = None
        self._lock = threading.Lock()

    def of(self, files: Iterable[StoredFile]) -> list[str]:
        """The address of each file. Raises FileDamaged or StoreSilent if one cannot be had whole."""
        if self.store.remote is None:
            return [str(self.store.folder / file.path) for file in files]
        return [self._at(self.store.remote, self.store.cache, file) for file in files]

    def _at(self, remote: Remote, cache: Cache, file: StoredFile) -> str:
        with self._lock:
            if self._pins is None:
                self._pins = self._held.enter_context(owned(cache.pins))
        if (pinned := cache.pin(remote, file, self._pins)) is not None:
            return str(pinned)
        _require_whole(remote, file)
        return f"{PROTOCOL}://{file.bytes}/{file.path}"

    def close(self) -> None:
        """Give the copies back to the cache."""
        self._held.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _require_whole(remote: Remote, file: StoredFile) -> None:
    """Compare a file that is read in place with its checksum, once a process: a file never changes.

    DuckDB reads parts of it and would notice no wrong byte.
    """
    key = id(remote), file.path
    if key in _known_whole:
        return
    if (size := remote.size(file.path)) is None:
        raise FileDamaged(f"Die Datei {file.path} des Datenspeichers fehlt. `voltigo store rebuild` baut ihn neu.")
    digest = hashlib.sha256()
    for start in range(0, file.bytes if size == file.bytes else 0, _PART_BYTES):
        digest.update(remote.read(file.path, start, min(start + _PART_BYTES, file.bytes)))
    if digest.hexdigest() != file.sha256:
        raise FileDamaged(
            f"Die Datei {file.path} des Datenspeichers ist beschädigt. `voltigo store rebuild` baut ihn neu."
        )
    if len(_known_whole) > _MOST_REMEMBERED:
        _known_whole.clear()
    _known_whole.add(key)


_known_whole: set[tuple[int, str]] = set()
