"""Where this installation's store is: in the data folder, in a shared folder, or in an object store."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Final

from sqlalchemy import select
from sqlalchemy.orm import Session

from analytics.engine.offloading import engine_computed, engine_fault, missing_part
from analytics.store.cache import Cache
from analytics.store.catalogue import Store
from analytics.store.datasets import DATASETS
from analytics.store.remote import StoreSilent
from services.core.storage.installed import files_of, is_remote
from services.core.storage.objects import ObjectStorage
from services.core.storage.storage import Storage, StorageFault, Stored
from services.settings import Settings
from services.store.models import CURRENT, StoreFile

_STORE: Final = "store"
CACHE: Final = "cache"
"""The folder with copies of a remote store's files, below the folder of data."""
_MOST_PLACES: Final = 8
CACHE_BYTES: Final = 2 * 10**9
"""How much of an object store's files a machine keeps copies of: what has no room is read from there each time."""


def store_of(settings: Settings) -> Store:
    local = settings.data_dir.resolve()
    near = Store(
        settings.database,
        local / _STORE,
        settings.duckdb_memory_limit,
        engine_url=settings.engine_url.get_secret_value(),
        engine_files=settings.engine_files,
    )
    if not settings.store_url:
        return near
    files = files_of(settings)
    shared = replace(near, folder=files.local / _STORE, scratch=near.folder)
    if not isinstance(files, ObjectStorage):
        return shared
    lying = settings.engine_files or f"{settings.store_url.rstrip('/')}/{_STORE}"
    return replace(shared, remote=_remote(files), cached=_cache_in(settings), engine_files=lying)


def cache_size_of(settings: Settings) -> Callable[[], int] | None:
    """What counts the bytes of the copies on this machine without asking the object store; None where there is none."""
    return _cache_in(settings).held_bytes if is_remote(settings) else None


def _cache_in(settings: Settings) -> Cache:
    return Cache(settings.data_dir.resolve() / CACHE, CACHE_BYTES)


@lru_cache(_MOST_PLACES)
def _remote(files: ObjectStorage) -> "StoreFiles":
    """One for each place, since an instance of DuckDB belongs to it."""
    return StoreFiles(files)


class StoreFiles:
    """The part of an installation's shared files that is the store; the faults are those of the store."""

    def __init__(self, files: Storage) -> None:
        self._files = files

    def __reduce__(self) -> tuple[object, ...]:
        return _remote, (self._files,)

    def put_file(self, name: str, path: Path) -> None:
        """See Remote."""
        with _as_silence():
            self._files.put_file(f"{_STORE}/{name}", path)

    def fetch(self, name: str, path: Path) -> bool:
        """See Remote."""
        with _as_silence():
            return self._files.fetch(f"{_STORE}/{name}", path)

    def read(self, name: str, start: int, end: int) -> bytes:
        """See Remote."""
        with _as_silence():
            return self._files.read(f"{_STORE}/{name}", start, end)

    def size(self, name: str) -> int | None:
        """See Remote."""
        with _as_silence():
            return self._files.size(f"{_STORE}/{name}")

    def list(self, prefix: str) -> Iterator[Stored]:
        """See Remote."""
        with _as_silence():
            for one in self._files.list(f"{_STORE}/{prefix}"):
                yield replace(one, name=one.name.removeprefix(f"{_STORE}/"))

    def delete(self, name: str) -> None:
        """See Remote."""
        with _as_silence():
            self._files.delete(f"{_STORE}/{name}")


class StoreAway(StoreSilent, StorageFault):
    """The place does not answer, refuses us, or is full: a fault of the store for reports, of files for the rest."""


@contextmanager
def _as_silence() -> Iterator[None]:
    try:
        yield
    except StorageFault as fault:
        raise StoreAway(str(fault)) from fault


def latest_fault(settings: Settings) -> str:
    """What the engine's last fault in this process was, if it has not computed anything since; else an empty text."""
    return engine_fault(settings.engine_url.get_secret_value())


def has_computed(settings: Settings) -> bool:
    """Whether it has computed anything for this process, and met no fault since."""
    return engine_computed(settings.engine_url.get_secret_value())


def fault_now(settings: Settings, session: Session | None = None) -> str:
    """Why the engine cannot be used now; else an empty text. With a session it reads the store's newest file, too."""
    if missing_part():
        return missing_part()
    from analytics.distributed.engine import opened
    from analytics.distributed.faults import EngineFault
    from analytics.distributed.files import File, put_files

    newest = session and session.scalar(
        select(StoreFile).where(CURRENT, StoreFile.dataset.in_(DATASETS)).order_by(StoreFile.id.desc()).limit(1)
    )
    url = settings.engine_url.get_secret_value()
    try:
        with opened(url) as engine:
            engine.rows("SELECT 1 AS one")
            if newest:
                address = f"{store_of(settings).files_for_engine}/{newest.path}"
                put_files(engine, url, "newest", [File(address, newest.rows, newest.sha256)])
    except EngineFault as fault:
        return str(fault)
    return ""
