"""Writes members of a snapshot to files, and compares them with what was backed up."""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from services.backup.errors import Damaged
from services.backup.repository.manifest import DATA, Member, Snapshot
from services.backup.repository.repository import Repository

OnBytes = Callable[[int], object]
_PRIVATE = 0o600


def write_data(repository: Repository, snapshot: Snapshot, folder: Path, on_bytes: OnBytes) -> None:
    """Write the files of the data folder into `folder`. Raises Damaged."""
    for member in snapshot.under(DATA):
        path = folder / member.path.removeprefix(DATA)
        if not path.resolve().is_relative_to(folder.resolve()):
            raise Damaged(f"Die Sicherung nennt eine Datei außerhalb des Datenordners: {member.path}.")
        write_file(path, checked(repository, member, on_bytes))
        if member.mtime_ns:
            os.utime(path, ns=(member.mtime_ns, member.mtime_ns))


def write_file(path: Path, blocks: Iterable[bytes]) -> None:
    """A file for its owner alone, on the disk when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, _PRIVATE)
    with os.fdopen(handle, "wb") as file:
        for block in blocks:
            file.write(block)
        file.flush()
        os.fsync(file.fileno())


def checked(repository: Repository, member: Member, on_bytes: OnBytes = lambda _: None) -> Iterator[bytes]:
    """The blocks of a member; raises Damaged at its end if they do not sum up to it."""
    size, digest = 0, hashlib.sha256()
    for block in repository.read(member):
        size += len(block)
        digest.update(block)
        on_bytes(len(block))
        yield block
    if (size, digest.hexdigest()) != (member.size, member.sha256):
        raise Damaged(f"{member.path} ist nicht, was gesichert wurde.")
