"""Encrypted blocks at the target, and the snapshots that are made of them."""

import base64
import binascii
import contextlib
import hashlib
import hmac
import json
import os
import re
import secrets
import zlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, Literal

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from pydantic import TypeAdapter

from services.backup.errors import (
    Damaged,
    NoRepository,
    NoSnapshot,
    NotConfigured,
    NotRestorable,
    Unreachable,
    WrongKey,
)
from services.core.clock import BERLIN
from services.core.storage.address import storage_at
from services.core.storage.storage import Purpose, Storage, Stored

TARGET: Final = Purpose("VOLTIGO_BACKUP_URL", Unreachable, NotConfigured, seconds=60)


def storage_for(url: str) -> Storage:
    """The target at an address: a folder, `file:///…`, or an object store such as `s3://bucket/prefix`."""
    if not url:
        raise NotConfigured("VOLTIGO_BACKUP_URL ist leer: Es nennt den Ordner oder Objektspeicher der Sicherungen.")
    return storage_at(url, TARGET)


_KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_LEVEL: Final = 1
"""zlib's quickest: pages of databases shrink to a third already, and a snapshot is due every half a minute."""


def new_key() -> str:
    """A new backup key: 32 random bytes, as text for a setting."""
    return base64.urlsafe_b64encode(os.urandom(_KEY_BYTES)).decode().rstrip("=")


def is_key(text: str) -> bool:
    try:
        return len(_bytes_of(text)) == _KEY_BYTES
    except (binascii.Error, ValueError):
        return False


class Seal:
    """The keys derived from one backup key. Safe for several threads."""

    def __init__(self, key: str) -> None:
        """Raises NotConfigured for a text that is no key."""
        if not is_key(key):
            raise NotConfigured("VOLTIGO_BACKUP_KEY ist kein Schlüssel, wie ihn `voltigo backup key` ausgibt.")
        secret = _bytes_of(key)
        self._names = _derived(secret, b"voltigo backup: names of blocks")
        self._content = AESGCM(_derived(secret, b"voltigo backup: content"))
        self.check = _derived(secret, b"voltigo backup: key check").hex()
        """Tells from the repository's header whether this is its key, and nothing about the key."""

    def name_of(self, content: bytes) -> str:
        """The name of the block with this content."""
        return hmac.new(self._names, content, hashlib.sha256).hexdigest()

    def close(self, name: str, content: bytes) -> bytes:
        nonce = os.urandom(_NONCE_BYTES)
        return nonce + self._content.encrypt(nonce, zlib.compress(content, _LEVEL), name.encode())

    def open(self, name: str, sealed: bytes) -> bytes:
        """The content. Raises Damaged for anything but what was closed under this name."""
        try:
            packed = self._content.decrypt(sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:], name.encode())
            return zlib.decompress(packed)
        except (InvalidTag, ValueError, zlib.error) as error:
            raise Damaged(f"{name} ist beschädigt, oder an dieser Stelle liegt eine andere Datei.") from error


def _derived(secret: bytes, purpose: bytes) -> bytes:
    return HKDF(SHA256(), _KEY_BYTES, None, purpose).derive(secret)


def _bytes_of(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


FORMAT: Final[Literal[1]] = 1
SECRET: Final = "secret"  # noqa: S105 - the name of a member
"""The member with the installation's secret."""
DATABASE: Final = "database/"
"""Members of the database: the SQLite file, or a file of rows for each table of PostgreSQL."""
DATA: Final = "data/"
"""Members of the data folder, by their path in it."""
SQLITE_FILE: Final = f"{DATABASE}voltigo.sqlite3"


@dataclass(frozen=True, slots=True)
class Member:
    """One file of a snapshot."""

    path: str
    size: int
    sha256: str
    blocks: Sequence[str]
    mtime_ns: int = 0
    """Of a file of the data folder: with the size it tells whether the file has to be read again."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table as it was: its number of rows, and for PostgreSQL the columns of its member in order."""

    rows: int
    columns: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Erased:
    """A household that was erased: the number of its reservation and nothing that leads to the person."""

    reservation_id: int
    at: datetime
    actor: str
    """As in the audit log: `household`, `staff:<id>`, or `system` for the nightly job."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One moment of an installation. All that was committed before `taken_at` is in it."""

    name: str
    taken_at: datetime
    version: str
    revision: str
    database: str
    """`sqlite` or `postgresql`."""
    tables: Mapping[str, Table]
    members: Sequence[Member]
    sequences: Mapping[str, int] = field(default_factory=dict)
    """PostgreSQL: the last value that each sequence gave."""
    erased: Sequence[Erased] = ()
    """Erasures for as long as snapshots are kept: a restore of an older one carries them out again."""
    format: Literal[1] = FORMAT

    @property
    def size(self) -> int:
        return sum(member.size for member in self.members)

    @property
    def rows(self) -> int:
        return sum(table.rows for table in self.tables.values())

    @property
    def counts(self) -> dict[str, int]:
        return {name: table.rows for name, table in self.tables.items()}

    @property
    def blocks(self) -> set[str]:
        """Names of all blocks it needs."""
        return {block for member in self.members for block in member.blocks}

    def named(self, path: str) -> Member:
        """The member with this path. Raises KeyError."""
        return next(member for member in self.members if member.path == path)

    def under(self, prefix: str) -> list[Member]:
        return [member for member in self.members if member.path.startswith(prefix)]


_NAME: Final = re.compile(r"\d{8}T\d{6}\.\d{6}Z-\w+")
_MOMENT: Final = "%Y%m%dT%H%M%S.%fZ"


def name_at(moment: datetime, suffix: str) -> str:
    """A snapshot's name: its moment in UTC to the microsecond, so that names sort by time, and a random suffix."""
    return f"{moment.astimezone(UTC):{_MOMENT}}-{suffix}"


def moment_of(name: str) -> datetime:
    """The moment in a snapshot's name. Raises ValueError for other names."""
    return datetime.strptime(name.partition("-")[0], _MOMENT).replace(tzinfo=UTC)


def as_typed(moment: datetime) -> str:
    """A snapshot's moment in Berlin as lists name it and `--at` takes it."""
    return f"{moment.astimezone(BERLIN):%Y-%m-%d %H:%M:%S}"


_MANIFEST: Final = TypeAdapter(Snapshot)
OnBytes = Callable[[int], object]
"""Called with the size of each block that was read."""
_HEADER: Final = "voltigo-backup.json"
_THREADS: Final = 4
"""Blocks on their way at once: an object store answers each after some 30 ms. Also bounds the memory."""


class Repository:
    """One repository that was opened with its key."""

    def __init__(self, storage: Storage, seal: Seal) -> None:
        self._storage, self._seal = storage, seal
        self.name_of = seal.name_of
        self._failed: set[str] = set()
        """Blocks that did not open here. The mark at the target may be refused, where that can only be read."""

    def write_block(self, name: str, content: bytes) -> None:
        self._storage.put(_block(name), self._seal.close(name, content))

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
        failed: set[str] = set()

        def look(name: str) -> None:
            try:
                self.read_block(name)
            except Damaged:
                failed.add(name)

        with ThreadPoolExecutor(_THREADS, "backup-check") as pool:
            deque(pool.map(look, names), maxlen=0)
        return failed

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

    def read(self, member: Member, on_bytes: OnBytes = lambda _: None) -> Iterator[bytes]:
        """The blocks of a member in order, some of them read ahead. Raises Damaged, also at the end if they do not sum
        up to it.
        """
        size, digest = 0, hashlib.sha256()
        for block in self._read_ahead(member.blocks):
            size += len(block)
            digest.update(block)
            on_bytes(len(block))
            yield block
        if (size, digest.hexdigest()) != (member.size, member.sha256):
            raise Damaged(f"{member.path} ist nicht, was gesichert wurde.")

    def _read_ahead(self, names: Sequence[str]) -> Iterator[bytes]:
        with ThreadPoolExecutor(_THREADS, "backup-read") as pool:
            waiting: deque[Future[bytes]] = deque()
            for name in names:
                waiting.append(pool.submit(self.read_block, name))
                if len(waiting) > _THREADS:
                    yield waiting.popleft().result()
            for future in waiting:
                yield future.result()

    def write_snapshot(self, snapshot: Snapshot) -> None:
        """Make a snapshot visible; all its blocks are stored."""
        self._storage.settle()
        name = _snapshot(snapshot.name)
        self._storage.put(name, self._seal.close(name, _MANIFEST.dump_json(snapshot)))
        self._storage.settle()

    def read_snapshot(self, name: str) -> Snapshot:
        """The snapshot of this name. Raises Damaged, NotRestorable."""
        sealed = self._storage.get(_snapshot(name))
        if sealed is None:
            raise Damaged(f"Die Sicherung {name} fehlt.")
        try:
            return _MANIFEST.validate_json(self._seal.open(_snapshot(name), sealed))
        except ValueError as error:
            raise NotRestorable(f"Die Sicherung {name} stammt von einem neueren Voltigo.") from error

    def readable(self, name: str) -> Snapshot | None:
        """The snapshot of this name; None if it does not open."""
        try:
            return self.read_snapshot(name)
        except (Damaged, NotRestorable):
            return None

    def harmed(self, names: Sequence[str]) -> list[str]:
        """Those of these snapshots that need a marked block, or do not open themselves."""
        marked = self.marked()

        def is_sound(name: str) -> bool:
            snapshot = self.readable(name)
            return snapshot is not None and snapshot.blocks.isdisjoint(marked)

        with ThreadPoolExecutor(_THREADS, "backup-check") as pool:
            return [name for name, is_whole in zip(names, pool.map(is_sound, names), strict=True) if not is_whole]

    def names(self) -> list[str]:
        found = (stored.name.rpartition("/")[2] for stored in self._storage.list("snapshots"))
        return sorted(name for name in found if _NAME.fullmatch(name))

    def at(self, moment: datetime) -> str:
        """The name of the newest snapshot at or before the moment. Raises NoSnapshot."""
        names = self.names()
        earlier = [name for name in names if moment_of(name) <= moment]
        if not earlier:
            oldest = f" Die älteste ist von {as_typed(moment_of(names[0]))}." if names else ""
            raise NoSnapshot(f"Zu diesem Zeitpunkt oder davor gibt es keine Sicherung.{oldest}")
        return earlier[-1]

    def delete_snapshot(self, name: str) -> None:
        self._storage.delete(_snapshot(name))

    def blocks(self) -> Iterator[Stored]:
        """All blocks at the target, by name."""
        for stored in self._storage.list("blocks"):
            yield Stored(stored.name.rpartition("/")[2], stored.bytes, stored.written_at)

    def delete_block(self, name: str) -> None:
        self._storage.delete(_block(name))

    def size(self) -> int:
        return sum(stored.bytes for prefix in ("blocks", "snapshots") for stored in self._storage.list(prefix))


class BlockWriter:
    """Stores blocks on several threads; `known` blocks are there already and are not written again."""

    def __init__(self, repository: Repository, known: set[str]) -> None:
        self._repository, self._known = repository, known
        self._pool = ThreadPoolExecutor(_THREADS, "backup-write")
        self._waiting: deque[Future[None]] = deque()
        self.written: set[str] = set()

    def add(self, content: bytes) -> str:
        """The name of the block; it is stored once `finish` has returned. Raises what an earlier write raised."""
        name = self._repository.name_of(content)
        if name not in self._known:
            self._known.add(name)
            self.written.add(name)
            self._waiting.append(self._pool.submit(self._repository.write_block, name, content))
            if len(self._waiting) > 2 * _THREADS:
                self._waiting.popleft().result()
        return name

    def finish(self) -> None:
        """Wait for the last block. Raises what a write raised."""
        for future in self._waiting:
            future.result()

    def close(self) -> None:
        self._pool.shutdown(wait=True, cancel_futures=True)


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


def _block(name: str) -> str:
    return f"blocks/{name[:2]}/{name}"


def _snapshot(name: str) -> str:
    return f"snapshots/{name}"
