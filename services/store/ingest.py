"""Jobs that export new visits and touches from the database to the Parquet store, exactly once, and mend damaged files.

Rows are written to files first, then one transaction adds the files to the manifest and moves the watermark. After a
crash before it, the next ingest starts from the old watermark and sweeps the files; after it, the step is complete.
"""

import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import structlog
from sqlalchemy import delete, func, insert, select, text
from sqlalchemy.orm import Session

from analytics.engine.rollup import RolledUp, covered_days, roll_up, uncovered_days
from analytics.store import compaction, export
from analytics.store.cache import FileDamaged
from analytics.store.catalogue import Catalogue, Store
from analytics.store.datasets import DATASETS
from analytics.store.export import CHUNK_ROWS, Chunk
from analytics.store.files import Position, StoredFile
from analytics.store.verification import digest_of
from services.core.clock import Clock, berlin_day
from services.core.db.db import Database
from services.core.db.leases import timed
from services.core.german import counted
from services.core.stopping import stop_asked
from services.store import manifest
from services.store.manifest import Lease, sweep
from services.store.models import RelationMark
from services.store.status import is_restored

log = structlog.get_logger()
_GONE = delete(RelationMark).returning(RelationMark.relation, RelationMark.changes).cte("gone")
_SUM_UP = (
    insert(RelationMark)
    .from_select(
        ["relation", "changes"],
        select(_GONE.c.relation, func.sum(_GONE.c.changes)).group_by(_GONE.c.relation),
    )
    .add_cte(_GONE)
)


@dataclass(frozen=True, slots=True)
class Ingested:
    rows: int = 0
    files: int = 0
    is_elsewhere: bool = False
    """Another process held the lease of at least one dataset."""

    def __str__(self) -> str:
        done = f"{counted(self.rows, 'Zeile', 'Zeilen')} in {counted(self.files, 'Datei', 'Dateien')}"
        return f"{done}; ein anderer Prozess übernimmt noch" if self.is_elsewhere else done


class StoreIngest:
    """The ingest of one installation. Any number of processes may each have one."""

    def __init__(self, db: Database, store: Store, clock: Clock, chunk_rows: int = CHUNK_ROWS) -> None:
        self._db, self._store, self._clock, self._chunk_rows = db, store, clock, chunk_rows

    def run(self, on_rows: Callable[[int], object] = lambda _rows: None) -> Ingested:
        """Ingest all settled rows. `on_rows` is called with the number of rows of each step."""
        return self._for_each(self._ingest, on_rows)

    def rebuild(self, on_rows: Callable[[int], object] = lambda _rows: None) -> Ingested:
        """Retire every file and ingest from the first row again; readers see all rows throughout."""

        def begin_anew(lease: Lease, _watermark: Position, on_rows: Callable[[int], object]) -> Ingested:
            return self._ingest(lease, self._begin_anew(lease), on_rows)

        return self._for_each(begin_anew, on_rows)

    def rebuild_where(self, is_damaged: Callable[[StoredFile], bool]) -> Ingested:
        """Rebuild each dataset of which a current file is damaged. Every file is asked about."""

        def begin_anew(lease: Lease, _watermark: Position, on_rows: Callable[[int], object]) -> Ingested:
            damaged = []
            for file in self._catalogue(lease).files:
                self._renew(lease)
                damaged += [file] * is_damaged(file)
            return self._ingest(lease, self._begin_anew(lease), on_rows) if damaged else Ingested()

        return self._for_each(begin_anew, lambda _rows: None)

    def _for_each(
        self, work: Callable[[Lease, Position, Callable[[int], object]], Ingested], on_rows: Callable[[int], object]
    ) -> Ingested:
        self._db.write(manifest.lay_watermarks)
        self._db.write(sum_up_marks)
        rows, files, is_elsewhere = 0, 0, False
        for dataset in DATASETS:
            with self._leased(dataset) as held:
                if held is None:
                    is_elsewhere = True
                    continue
                done = work(*held, on_rows)
                rows, files = rows + done.rows, files + done.files
        return Ingested(rows, files, is_elsewhere)

    @contextmanager
    def _leased(self, dataset: str) -> Iterator[tuple[Lease, Position] | None]:
        lease = Lease(dataset, f"{os.getpid()}-{secrets.token_hex(8)}")
        watermark = self._db.write(timed(self._clock, lambda session, now: manifest.take_lease(session, lease, now)))
        if watermark is None:
            yield None
            return
        try:
            yield lease, watermark
        finally:
            self._db.write(lambda session: manifest.give_back(session, lease))

    def _ingest(self, lease: Lease, watermark: Position, on_rows: Callable[[int], object]) -> Ingested:
        sweep(self._db, self._store, lease, self._clock)
        if (reason := self._why_anew(lease)) is not None:
            log.warning("store_rebuilt", reason=reason)
            watermark = self._begin_anew(lease)
        try:
            return self._carry(lease, watermark, on_rows)
        except FileDamaged as fault:  # found while files were added up or merged; once, or the place itself is broken
            log.warning("store_rebuilt", reason=str(fault))
            return self._carry(lease, self._begin_anew(lease), on_rows)

    def _carry(self, lease: Lease, watermark: Position, on_rows: Callable[[int], object]) -> Ingested:
        rows = files = 0
        for upto in export.steps(self._store, lease.dataset, watermark, self._chunk_rows):
            self._renew(lease)
            chunk = export.carry(self._store, lease.dataset, watermark, upto)
            self._commit_chunk(lease, watermark, chunk)
            watermark = upto
            rows, files = rows + chunk.rows, files + len(chunk.files)
            on_rows(chunk.rows)
        if lease.dataset == "visits":
            self._roll_up_closed_days(lease)
        self._merge_files(lease)
        return Ingested(rows, files)

    def _commit_chunk(self, lease: Lease, watermark: Position, chunk: Chunk) -> None:
        """Commit files, watermark and, for days the rollup already covers, the rollup, in one transaction."""
        rolled = self._roll_up_again(lease, chunk) if lease.dataset == "visits" else RolledUp()

        def unit(session: Session, now: datetime) -> None:
            manifest.move_watermark(session, lease, watermark, chunk.upto, now)
            manifest.add_files(session, chunk.files, now)
            _replace(session, rolled.replaced, rolled.files, now)

        self._db.write(timed(self._clock, unit))

    def _roll_up_again(self, lease: Lease, chunk: Chunk) -> RolledUp:
        catalogue = self._catalogue(lease)
        late = chunk.days & covered_days(catalogue)
        with_chunk = Catalogue([*catalogue.files, *chunk.files], catalogue.watermarks)
        return roll_up(self._store, with_chunk, late)

    def _roll_up_closed_days(self, lease: Lease) -> None:
        """Aggregate past days not yet covered by the rollup, one month at a time."""
        yesterday = berlin_day(self._clock()) - timedelta(days=1)
        catalogue = self._catalogue(lease)
        for days in uncovered_days(catalogue, yesterday):
            self._renew(lease)
            rolled = roll_up(self._store, catalogue, days)
            self._replace_files(lease, rolled.replaced, rolled.files)

    def _merge_files(self, lease: Lease) -> None:
        for group in compaction.mergeable(self._catalogue(lease).of(lease.dataset)):
            self._renew(lease)
            merged = compaction.merge(self._store, group)
            self._replace_files(lease, group, [merged])

    def _replace_files(self, lease: Lease, old: list[StoredFile], new: list[StoredFile]) -> None:
        def unit(session: Session, now: datetime) -> None:
            manifest.renew_lease(session, lease, now)
            _replace(session, old, new, now)

        self._db.write(timed(self._clock, unit))

    def _renew(self, lease: Lease) -> None:
        self._db.write(timed(self._clock, lambda session, now: manifest.renew_lease(session, lease, now)))

    def _catalogue(self, lease: Lease) -> Catalogue:
        with self._db.read() as session:
            return manifest.catalogue_of(session, lease)

    def _why_anew(self, lease: Lease) -> str | None:
        """Why a rebuild is needed because files cannot be read; None if they can. The database has every row."""
        with self._db.read() as session:
            if is_restored(session):
                return "the database was restored into another cluster"
            if manifest.has_older_layout(session, lease):
                return "an older server wrote files, which lack a column"
        files = self._catalogue(lease).files
        sizes = self._sizes(lease, files)
        if any(file.path not in sizes for file in files):
            return "files are missing: the folder is another, or the database came back from a backup"
        if any(sizes[file.path] != file.bytes for file in files):
            return "a file was cut off"
        return None

    def _sizes(self, lease: Lease, files: Sequence[StoredFile]) -> dict[str, int]:
        """Bytes of each file that is there, by name. A remote place is asked once for each dataset."""
        if (remote := self._store.remote) is not None:
            return {one.name: one.bytes for dataset in manifest.datasets_of(lease) for one in remote.list(dataset)}
        paths = {file.path: self._store.folder / file.path for file in files}
        return {name: path.stat().st_size for name, path in paths.items() if path.is_file()}

    def _begin_anew(self, lease: Lease) -> Position:
        """Retire every file; rows written by another cluster's transactions count as the oldest from now on."""

        def unit(session: Session, now: datetime) -> Position:
            manifest.retire_everything(session, lease, now)
            if session.connection().dialect.name == "postgresql":
                table = DATASETS[lease.dataset].table
                newest = "pg_snapshot_xmax(pg_current_snapshot())::text::bigint"
                session.execute(text(f"UPDATE {table} SET written_in = 0 WHERE written_in >= {newest}"))  # noqa: S608
            return manifest.watermark_of(session, lease.dataset)

        return self._db.write(timed(self._clock, unit))


def _replace(session: Session, old: list[StoredFile], new: list[StoredFile], now: datetime) -> None:
    manifest.retire_files(session, old, now)
    manifest.add_files(session, new, now)


log = structlog.get_logger()


def sum_up_marks(session: Session) -> None:
    """Merge the rows of each table into one; the sum stays. On SQLite the triggers keep a single row anyway.

    Takes only rows of finished transactions, so it neither waits for writers nor blocks them. Two concurrent calls each
    merge the rows they took themselves.
    """
    if session.connection().dialect.name == "postgresql":
        session.execute(_SUM_UP)


@dataclass(slots=True)
class Mended:
    """`damaged`: names of the files at the place with other bytes than were written, or none; their rows were carried
    again. `copies`: names of damaged copies in this machine's cache, which were removed.
    """

    files: int = 0
    damaged: list[str] = field(default_factory=list)
    copies: list[str] = field(default_factory=list)
    ingested: Ingested = field(default_factory=Ingested)


def mend(ingest: StoreIngest, store: Store) -> Mended:
    """Nightly: compare every file with the manifest's SHA-256, and ingest a dataset again from the first row where one
    differs. An ingest notices files that are missing or cut off by their size; wrong bytes inside a file of the right
    size show only when all of it is read.

    Raises StoreSilent while the place does not answer.
    """
    found, is_stopping = Mended(), stop_asked()
    known: list[StoredFile] = []

    def is_damaged(file: StoredFile) -> bool:
        known.append(file)
        if is_stopping():
            return False
        found.files += 1
        if digest_of(store, file) == file.sha256:
            return False
        log.error("store_file_damaged", file=file.path)
        found.damaged.append(file.path)
        return True

    found.ingested = ingest.rebuild_where(is_damaged)
    if store.cached is not None and not is_stopping():
        found.copies = store.cached.drop_damaged(known)
    return found
