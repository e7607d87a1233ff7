"""Writes a member's blocks and sums it up."""

import hashlib
from collections.abc import Iterable

from services.backup.repository.manifest import Member
from services.backup.repository.repository import BlockWriter
from services.core.stopping import stop_asked


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
