"""The repository: a header, blocks and snapshots at one target, all sealed by one key.

A snapshot becomes visible by its manifest, which is written last; what was written before it and never got one is
removed by `prune`. A block that did not open gets a mark beside it, so that any process knows. See `BACKUP.md`.
"""

import contextlib
import json
import secrets
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import datetime
from threading import BoundedSemaphore
from typing import Final

from services.backup.errors import Damaged, NoRepository, NoSnapshot, NotRestorable, Unreachable, WrongKey
from services.backup.repository.manifest import FORMAT, Member, Snapshot, as_bytes, as_typed, from_bytes, moment_of
from services.backup.repository.sealing import Seal
from services.core.storage.storage import Storage, Stored

_HEADER: Final = "voltigo-backup.json"
_THREADS: Final = 4
"""Blocks on their way at once: an object store answers each after some 30 ms. Also bounds the memory."""


class Repository:
    """One repository that was opened with its key."""

    def __init__(self, storage: Storage, seal: Seal) -> None:
        self._storage, self._seal = storage, seal
        self._failed: set[str] = set()
        """Blocks that did not open here. The mark at the target may be refused, where that can only be read."""

    def write_block(self, content: bytes) -> str:
        """Store a block and return its name."""
        name = self._seal.name_of(content)
        self._storage.put(_block(name), self._seal.close(name, content))
        return name

    def name_of(self, content: bytes) -> str:
        """The name that a block has, stored or not."""
        return self._seal.name_of(content)

    def read_block(self, name: str) -> bytes:
        """The content of a block. Raises Damaged if it is missing or not what was written, and marks it then."""
        sealed = self._storage.get(_block(name))
        try:
            if sealed is None:
                raise Damaged(f"Der Block {name} fehlt.")
            return self._seal.open(name, sealed)
        except Damaged:
            self._failed.add(name)
            with contextlib.suppress(Unreachable):  # a target that can only be read is restored from all the same
                self.mark([name])
            raise

    def unreadable(self, names: Iterable[str]) -> set[str]:
        """Those of these blocks that are missing or damaged, after reading each of them; they are marked."""

        def fails(name: str) -> bool:
            try:
                self.read_block(name)
            except Damaged:
                return True
            return False

        wanted = list(names)
        with ThreadPoolExecutor(_THREADS, "backup-check") as pool:
            return {name for name, is_bad in zip(wanted, pool.map(fails, wanted), strict=True) if is_bad}

    def marked(self) -> set[str]:
        """Blocks that some process found missing or damaged and none has written since."""
        return {stored.name.rpartition("/")[2] for stored in self._storage.list("damaged")} | self._failed

    def mark(self, names: Iterable[str]) -> None:
        """Note at the target that these blocks are missing or damaged."""
        for name in names:
            self._storage.put(f"damaged/{name}", b"")

    def unmark(self, names: Iterable[str]) -> None:
        """These blocks are whole, or no snapshot needs them any more."""
        for name in names:
            self._storage.delete(f"damaged/{name}")
            self._failed.discard(name)

    def read(self, member: Member) -> Iterator[bytes]:
        """The blocks of a member in order, some of them read ahead."""
        with ThreadPoolExecutor(_THREADS, "backup-read") as pool:
            waiting: list[Future[bytes]] = []
            for name in member.blocks:
                waiting.append(pool.submit(self.read_block, name))
                if len(waiting) > _THREADS:
                    yield waiting.pop(0).result()
            for future in waiting:
                yield future.result()

    def write_snapshot(self, snapshot: Snapshot) -> None:
        """Make a snapshot visible; all its blocks are stored."""
        self._storage.settle()
        name = _snapshot(snapshot.name)
        self._storage.put(name, self._seal.close(name, as_bytes(snapshot)))
        self._storage.settle()

    def read_snapshot(self, name: str) -> Snapshot:
        """The snapshot of this name. Raises Damaged, NotRestorable."""
        sealed = self._storage.get(_snapshot(name))
        if sealed is None:
            raise Damaged(f"Die Sicherung {name} fehlt.")
        try:
            return from_bytes(self._seal.open(_snapshot(name), sealed))
        except ValueError as error:
            raise NotRestorable(f"Die Sicherung {name} stammt von einem neueren Voltigo ({error}).") from error

    def readable(self, name: str) -> Snapshot | None:
        """The snapshot of this name; None if it does not open."""
        try:
            return self.read_snapshot(name)
        except (Damaged, NotRestorable):
            return None

    def names(self) -> list[str]:
        """Names of all snapshots, the oldest first."""
        found = (stored.name.rpartition("/")[2] for stored in self._storage.list("snapshots"))
        return sorted(name for name in found if _has_moment(name))

    def at(self, moment: datetime) -> str:
        """The name of the newest snapshot at or before the moment. Raises NoSnapshot."""
        names = self.names()
        earlier = [name for name in names if moment_of(name) <= moment]
        if not earlier:
            oldest = f" Die älteste ist von {as_typed(moment_of(names[0]))}." if names else ""
            raise NoSnapshot(f"Zu diesem Zeitpunkt oder davor gibt es keine Sicherung.{oldest}")
        return earlier[-1]

    def delete_snapshot(self, name: str) -> None:
        """Remove a snapshot; its blocks stay."""
        self._storage.delete(_snapshot(name))

    def blocks(self) -> Iterator[Stored]:
        """All blocks at the target, by name."""
        for stored in self._storage.list("blocks"):
            yield Stored(stored.name.rpartition("/")[2], stored.bytes, stored.written_at)

    def delete_block(self, name: str) -> None:
        """Remove a block that no snapshot needs."""
        self._storage.delete(_block(name))

    def size(self) -> int:
        """Bytes at the target."""
        return sum(stored.bytes for prefix in ("blocks", "snapshots") for stored in self._storage.list(prefix))


class BlockWriter:
    """Stores blocks on several threads; `known` blocks are there already and are not written again."""

    def __init__(self, repository: Repository, known: set[str]) -> None:
        self._repository, self._known = repository, known
        self._pool = ThreadPoolExecutor(_THREADS, "backup-write")
        self._room = BoundedSemaphore(2 * _THREADS)
        self._futures: list[Future[None]] = []
        self.written: set[str] = set()

    def add(self, content: bytes) -> str:
        """The name of the block; it is stored once `finish` has returned."""
        name = self._repository.name_of(content)
        if name not in self._known:
            self._known.add(name)
            self.written.add(name)
            self._room.acquire()
            self._futures = [future for future in self._futures if not _is_done(future)]
            self._futures.append(self._pool.submit(self._write, content))
        return name

    def finish(self) -> None:
        """Wait for the last block. Raises what a write raised."""
        for future in self._futures:
            future.result()

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown(wait=True, cancel_futures=True)

    def _write(self, content: bytes) -> None:
        try:
            self._repository.write_block(content)
        finally:
            self._room.release()


def open_repository(storage: Storage, key: str, *, create: bool = False) -> Repository:
    """The repository at a target; a new one with `create` if there is none. Raises WrongKey, NoRepository."""
    seal = Seal(key)
    header = storage.get(_HEADER)
    if header is None and create:
        storage.put_new(_HEADER, json.dumps({"format": FORMAT, "key_check": seal.check}).encode())
        header = storage.get(_HEADER)
    repository = Repository(storage, seal)
    if header is None:
        if not repository.names():
            raise NoRepository(
                "An diesem Ort liegt keine Sicherung von Voltigo. VOLTIGO_BACKUP_URL oder --from nennt ihn."
            )
        return repository  # the header is lost; each snapshot tells by itself whether this is its key
    try:
        body = json.loads(header)
        given, check = body["format"], str(body["key_check"])
    except (ValueError, KeyError, TypeError) as error:
        raise Damaged(
            f"Die Datei {_HEADER} am Ziel ist beschädigt. Löschen Sie sie: Die Sicherungen lassen sich ohne sie öffnen."
        ) from error
    if given != FORMAT:
        raise NotRestorable(f"Die Sicherungen dort stammen von einem neueren Voltigo (Format {given}).")
    if not secrets.compare_digest(seal.check, check):
        raise WrongKey("Das ist nicht der Schlüssel dieser Sicherungen (VOLTIGO_BACKUP_KEY). Nichts wurde geändert.")
    return repository


def _is_done(future: Future[None]) -> bool:
    if future.done():
        future.result()  # a write that failed ends the snapshot at once
        return True
    return False


def _has_moment(name: str) -> bool:
    try:
        moment_of(name)
    except ValueError:
        return False
    return True


def _block(name: str) -> str:
    return f"blocks/{name[:2]}/{name}"


def _snapshot(name: str) -> str:
    return f"snapshots/{name}"
