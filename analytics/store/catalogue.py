"""Catalogue of the store at one moment: its files and the watermark of each dataset."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from analytics.engine.snapshots import Snapshot
from analytics.store.cache import Cache
from analytics.store.datasets import LAYOUT, ROLLUP
from analytics.store.files import START, Position, StoredFile, StoreFault
from analytics.store.remote import Remote

SETTLED_BELOW = "pg_snapshot_xmin(pg_current_snapshot())::text::bigint"
"""PostgreSQL: all rows of lower transactions are present; none can be added."""
_NEXT_TRANSACTION = "pg_snapshot_xmax(pg_current_snapshot())::text::bigint"


@dataclass(frozen=True, slots=True)
class Store:
    """Location of the store: the database's SQLAlchemy URL, the folder of files, and the memory limit of a run."""

    url: str
    folder: Path
    memory_limit: str = "400MB"
    scratch: Path | None = None
    """A folder of this machine for temporary files, if `folder` is shared."""
    remote: Remote | None = None
    """Where the files are if not in `folder`."""
    cached: Cache | None = None
    """With `remote`: the copies of this machine."""
    replica_url: str = field(default="", compare=False)
    """Where reports read the database instead; empty: at `url`. Rows read at either are the same in the same state, so
    runs share what is cached."""
    engine_url: str = ""
    """A distributed engine for what grows with visits, `sc://host:port`; none: DuckDB computes everything."""
    engine_files: str = ""
    """Where the engine finds the store's files, if not in the same folder: a path or an address it can read."""

    @property
    def files_for_engine(self) -> str:
        """The store's files as the engine's own machines read them."""
        return self.engine_files.rstrip("/") or f"file://{self.folder}"

    @property
    def runs(self) -> Path:
        """Folder for temporary files of runs. Not the system's temporary folder, which may be in memory."""
        folder = (self.scratch or self.folder) / "runs"
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    @property
    def cache(self) -> Cache:
        """The copies of a remote store's files. Only with `remote`."""
        if self.cached is None:
            raise ValueError("a remote store needs a cache")
        return self.cached


@dataclass(frozen=True, slots=True)
class Catalogue:
    """Files and watermarks, read in the same snapshot as everything else the reader needs."""

    files: Sequence[StoredFile]
    watermarks: Mapping[str, Position]

    def of(self, dataset: str) -> list[StoredFile]:
        """The files of a dataset, by month and position."""
        return [file for file in self.files if file.dataset == dataset]

    def watermark(self, dataset: str) -> Position:
        """The position up to which, inclusive, the dataset was ingested."""
        return self.watermarks.get(dataset, START)


def read_catalogue(picture: Snapshot, datasets: Iterable[str]) -> Catalogue:
    """Files visible to readers. Raises StoreFault if the database is not the one the store was exported from.

    A dataset with files of an older layout counts as not ingested.
    """
    older = picture.rows(f"SELECT DISTINCT dataset FROM store_files WHERE retired_at IS NULL AND layout < {LAYOUT}")
    unread = {"visits" if name == ROLLUP else name for (name,) in older}
    wanted = frozenset(datasets) - unread - ({ROLLUP} if "visits" in unread else set())
    if not wanted:
        return Catalogue((), {})
    names = ", ".join(f"'{name}'" for name in sorted(wanted))
    files = picture.rows(
        "SELECT dataset, month, path, first_written_in, first_id, last_written_in, last_id, rows, bytes, sha256, "
        f"first_day, last_day FROM store_files WHERE retired_at IS NULL AND dataset IN ({names}) "
        "ORDER BY dataset, month, first_written_in, first_id, id"
    )
    marks = picture.rows("SELECT dataset, written_in, last_id FROM store_watermarks")
    catalogue = Catalogue(
        [_file(row) for row in files],
        {name: Position(written_in, last) for name, written_in, last in marks if name in wanted},
    )
    if is_from_another_cluster(picture, catalogue):
        raise StoreFault(
            "Die Datenbank ist seit der letzten Übernahme in einen anderen PostgreSQL-Cluster gekommen. "
            "`voltigo store rebuild` baut den Datenspeicher neu."
        )
    return catalogue


def is_from_another_cluster(picture: Snapshot, catalogue: Catalogue) -> bool:
    """Whether a watermark is at or above the transactions that this PostgreSQL cluster has started.

    A new cluster restarts transaction ids: rows written from now on would fall below the watermark.
    """
    highest = max((mark.written_in for mark in catalogue.watermarks.values()), default=0)
    if picture.dialect != "postgresql" or highest == 0:
        return False
    return bool(highest >= picture.rows(f"SELECT {_NEXT_TRANSACTION}")[0][0])


def above_position(dialect: str, position: Position) -> str:
    """SQL condition: the row comes after `position`."""
    if dialect == "sqlite":
        return f"id > {position.id}"
    # The first half lets the block range index skip rows ingested long ago.
    return f"written_in >= {position.written_in} AND (written_in, id) > ({position.written_in}, {position.id})"


def up_to_position(dialect: str, position: Position) -> str:
    """SQL condition: the row comes at or before `position`."""
    if dialect == "sqlite":
        return f"id <= {position.id}"
    return f"written_in <= {position.written_in} AND (written_in, id) <= ({position.written_in}, {position.id})"


def _file(row: tuple[Any, ...]) -> StoredFile:
    dataset, month, path, first_written_in, first_id, last_written_in, last_id, rows, size, sha256, *days = row
    return StoredFile(
        dataset=dataset,
        month=month,
        path=path,
        first=Position(first_written_in, first_id),
        last=Position(last_written_in, last_id),
        rows=rows,
        bytes=size,
        sha256=sha256,
        first_day=_day(days[0]),
        last_day=_day(days[1]),
    )


def _day(value: date | str) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value
