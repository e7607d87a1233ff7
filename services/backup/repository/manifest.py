"""What a snapshot holds: its description and the list of its members, each a list of blocks."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import UTC, datetime
from typing import Any, Final

from services.core.clock import BERLIN

FORMAT: Final = 1
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
    columns: Sequence[str] = ()


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

    @property
    def size(self) -> int:
        """Bytes of all members, before compression."""
        return sum(member.size for member in self.members)

    @property
    def rows(self) -> int:
        """Rows of all tables."""
        return sum(table.rows for table in self.tables.values())

    @property
    def counts(self) -> dict[str, int]:
        """Rows by table."""
        return {name: table.rows for name, table in self.tables.items()}

    @property
    def blocks(self) -> set[str]:
        """Names of all blocks it needs."""
        return {block for member in self.members for block in member.blocks}

    def named(self, path: str) -> Member:
        """The member with this path. Raises KeyError."""
        return next(member for member in self.members if member.path == path)

    def under(self, prefix: str) -> list[Member]:
        """Members whose paths begin with `prefix`."""
        return [member for member in self.members if member.path.startswith(prefix)]


def name_at(moment: datetime, suffix: str) -> str:
    """A snapshot's name: its moment in UTC to the microsecond, so that names sort by time, and a random suffix."""
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%S.%fZ}-{suffix}"


def moment_of(name: str) -> datetime:
    """The moment in a snapshot's name. Raises ValueError for other names."""
    return datetime.strptime(name.partition("-")[0], "%Y%m%dT%H%M%S.%fZ").replace(tzinfo=UTC)


def as_typed(moment: datetime) -> str:
    """A snapshot's moment in Berlin as lists name it and `--at` takes it."""
    return f"{moment.astimezone(BERLIN):%Y-%m-%d %H:%M:%S}"


def as_bytes(snapshot: Snapshot) -> bytes:
    """The manifest as it is sealed."""
    body = asdict(snapshot) | {"taken_at": snapshot.taken_at.isoformat(), "format": FORMAT}
    body["erased"] = [[one.reservation_id, one.at.isoformat(), one.actor] for one in snapshot.erased]
    return json.dumps(body, separators=(",", ":")).encode()


def from_bytes(content: bytes) -> Snapshot:
    """The snapshot of a manifest that was opened. Raises ValueError for a format of a newer Voltigo."""
    body: dict[str, Any] = json.loads(content)
    if (given := body.pop("format")) != FORMAT:
        raise ValueError(f"format {given}")
    tables = {name: Table(one["rows"], tuple(one["columns"])) for name, one in body.pop("tables").items()}
    members = [Member(**member) for member in body.pop("members")]
    taken_at = datetime.fromisoformat(body.pop("taken_at"))
    erased = [Erased(id_, datetime.fromisoformat(at), actor) for id_, at, actor in body.pop("erased", [])]
    return Snapshot(taken_at=taken_at, tables=tables, members=members, erased=erased, **body)
