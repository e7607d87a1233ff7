"""One file of the store: which rows it holds, and its checksum."""

import hashlib
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import IO, NamedTuple

_READ_BYTES = 1 << 20


class Position(NamedTuple):
    """Position of a row in ingest order. SQLite: the transaction is always 0."""

    written_in: int
    id: int


START = Position(0, 0)


class StoreFault(Exception):
    """The store cannot be read; the message is a sentence for the operator."""


@dataclass(frozen=True, slots=True)
class StoredFile:
    """One file of the manifest. A rollup has zeros for positions, and covers all days from its first to its last."""

    dataset: str
    month: str
    path: str
    """Relative to the store's folder."""
    first: Position
    last: Position
    rows: int
    bytes: int
    sha256: str
    first_day: date
    last_day: date


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, in hexadecimal."""
    with path.open("rb") as file:
        return sha256_of_file(file)


def sha256_of_file(file: IO[bytes]) -> str:
    """The same of an open file, from its position to the end."""
    digest = hashlib.sha256()
    while part := file.read(_READ_BYTES):
        digest.update(part)
    return digest.hexdigest()
