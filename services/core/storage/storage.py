"""The interface of storage."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Final, Protocol


class StorageFault(Exception):
    """The place does not answer, refuses us, or is full; the message is for the operator."""

    german = "Der Speicher der Dateien antwortet nicht, ist voll oder nicht beschreibbar."


class StorageUnusable(StorageFault):
    """The settings name a place that this installation cannot use."""


@dataclass(frozen=True, slots=True)
class Stored:
    """One object. `written_at` is by the clock of the place."""

    name: str
    bytes: int
    written_at: datetime


@dataclass(frozen=True, slots=True)
class Purpose:
    """What a place is for: the setting that names it, and what its faults are raised as."""

    setting: str
    unreachable: type[Exception] = StorageFault
    unusable: type[Exception] = StorageUnusable
    seconds: int = 20
    """How long one call may take. Calls that fail are tried three times within this time."""

    is_measured: bool = False
    """Whether its transfers and whether it answers are measured (`core/telemetry/measures.py`)."""


FILES: Final = Purpose("VOLTIGO_STORE_URL", is_measured=True)


class Storage(Protocol):
    """Objects by name, with `/` between the parts of a name. Every method raises the purpose's `unreachable`, and is
    thread-safe.
    """

    def __hash__(self) -> int:
        """Storages of the same location are equal."""

    @property
    def local(self) -> Path:
        """A folder of this machine to prepare files in before `put_file`."""

    def put(self, name: str, content: bytes) -> None:
        """Write an object at once or not at all; replaces one of this name."""

    def put_new(self, name: str, content: bytes) -> bool:
        """The same; False if there already is one of this name, which stays."""

    def put_file(self, name: str, path: Path) -> None:
        """The same with the content of a local file, which is gone afterwards. It survives a power cut."""

    def get(self, name: str) -> bytes | None:
        """The content; None if there is no such object."""

    def open(self, name: str) -> IO[bytes] | None:
        """The content as a file that stays readable when the object is deleted; None if there is no such object."""

    def fetch(self, name: str, path: Path) -> bool:
        """Write the content to a local file; False if there is no such object."""

    def read(self, name: str, start: int, end: int) -> bytes:
        """The bytes from `start` to `end`, exclusive. Raises FileNotFoundError."""

    def size(self, name: str) -> int | None:
        """Bytes; None if there is no such object."""

    def list(self, prefix: str) -> Iterator[Stored]:
        """All objects whose names begin with `prefix/`."""

    def delete(self, name: str) -> None:
        """Remove an object; no effect if there is none."""

    def settle(self) -> None:
        """Returns once all that was put survives a power cut."""
