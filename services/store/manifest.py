"""The store's manifest and watermarks as rows; every change to them is one of these units of work.

An ingest holds a lease. Each unit that changes something checks the lease and fails without it, so a process that lost
its lease cannot change anything.
"""

import contextlib
import re
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, Final, cast

from sqlalchemy import ColumnElement, CursorResult, delete, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from analytics.store.catalogue import Catalogue, Store
from analytics.store.datasets import DATASETS, LAYOUT, ROLLUP
from analytics.store.files import START, Position, StoredFile
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.leases import Leases, shared_now, timed
from services.store.models import CURRENT, StoreFile, StoreWatermark

LEASE = timedelta(minutes=2)
"""Lease time of an ingest. One step takes seconds, and each renews the lease."""
LEASES: Final = Leases(StoreWatermark, LEASE)
GRACE = timedelta(hours=1)
"""How long a retired file is kept: no report runs that long."""
LONGEST_RUN = timedelta(days=1)
LEFT_AFTER = LEASE
_OURS = re.compile(r"[0-9.-]+-[0-9a-f]{8}\.(parquet|draft)")


class LeaseLost(Exception):
    """Another ingest holds the dataset now; nothing of this unit was stored."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to change the files of a dataset; `visits` includes the rollup."""

    dataset: str
    owner: str


def datasets_of(lease: Lease) -> tuple[str, ...]:
    """The datasets whose files the holder may change."""
    return (lease.dataset, ROLLUP) if lease.dataset == "visits" else (lease.dataset,)


def lay_watermarks(session: Session) -> None:
    """Make sure that every dataset has a watermark row, starting before the first row."""
    rows = [{"dataset": name, "written_in": START.written_in, "last_id": START.id} for name in DATASETS]
    kind = postgresql if session.connection().dialect.name == "postgresql" else sqlite
    session.execute(kind.insert(StoreWatermark).values(rows).on_conflict_do_nothing())


def take_lease(session: Session, lease: Lease, now: datetime) -> Position | None:
    """The watermark to continue from; None while another ingest holds the lease."""
    if not LEASES.take(session, StoreWatermark.dataset == lease.dataset, now, lease_owner=lease.owner):
        return None
    return watermark_of(session, lease.dataset)


def renew_lease(session: Session, lease: Lease, now: datetime) -> None:
    """Extend the lease. Raises LeaseLost."""
    if not LEASES.renew(session, _is_ours(lease), now):
        raise LeaseLost


def give_back(session: Session, lease: Lease) -> None:
    """Release the lease; no effect if it was lost."""
    LEASES.release(session, _is_ours(lease), lease_owner=None)


def watermark_of(session: Session, dataset: str) -> Position:
    """The position up to which a dataset has been ingested."""
    row = session.execute(
        select(StoreWatermark.written_in, StoreWatermark.last_id).where(StoreWatermark.dataset == dataset)
    ).one()
    return Position(*row)


def move_watermark(session: Session, lease: Lease, old: Position, new: Position, now: datetime) -> None:
    """From `old` to `new`. Raises LeaseLost if it is not at `old`."""
    is_there = (StoreWatermark.written_in == old.written_in) & (StoreWatermark.last_id == old.id)
    moved = {"written_in": new.written_in, "last_id": new.id, "moved_at": now}
    if not LEASES.renew(session, _is_ours(lease) & is_there, now, **moved):
        raise LeaseLost


def add_files(session: Session, files: Iterable[StoredFile], now: datetime) -> None:
    """Make these files visible to readers."""
    rows = [_as_row(file, now) for file in files]
    if rows:
        session.execute(insert(StoreFile), rows)


def retire_files(session: Session, files: Sequence[StoredFile], now: datetime) -> None:
    """Hide these files from new readers. Raises LeaseLost if one was already retired."""
    if not files:
        return
    current = StoreFile.path.in_([file.path for file in files]) & StoreFile.retired_at.is_(None)
    retired = update(StoreFile).where(current).values(retired_at=now).execution_options(synchronize_session=False)
    if cast("CursorResult[Any]", session.execute(retired)).rowcount != len(files):
        raise LeaseLost


def retire_everything(session: Session, lease: Lease, now: datetime) -> None:
    """Hide every file of the lease's datasets and reset the watermark to the start. Raises LeaseLost."""
    if not LEASES.renew(session, _is_ours(lease), now, written_in=START.written_in, last_id=START.id):
        raise LeaseLost
    current = StoreFile.dataset.in_(datasets_of(lease)) & StoreFile.retired_at.is_(None)
    session.execute(update(StoreFile).where(current).values(retired_at=now))


def files_of(session: Session, lease: Lease) -> list[StoreFile]:
    """Every file of the lease's datasets in the manifest, including retired ones."""
    query = select(StoreFile).where(StoreFile.dataset.in_(datasets_of(lease)))
    return list(session.scalars(query.order_by(StoreFile.id)))


def catalogue_of(session: Session, lease: Lease) -> Catalogue:
    """The current files of the lease's datasets, and their watermark."""
    current = select(StoreFile).where(StoreFile.dataset.in_(datasets_of(lease)), CURRENT)
    files = session.scalars(current.order_by(StoreFile.dataset, StoreFile.month, StoreFile.first_written_in))
    return Catalogue([_as_file(row) for row in files], {lease.dataset: watermark_of(session, lease.dataset)})


def has_older_layout(session: Session, lease: Lease) -> bool:
    """Whether a current file of the lease's datasets was written by an older server."""
    older = select(StoreFile.id).where(StoreFile.dataset.in_(datasets_of(lease)), CURRENT, StoreFile.layout < LAYOUT)
    return session.scalar(older.limit(1)) is not None


def current_files(session: Session) -> list[StoredFile]:
    return [_as_file(row) for row in session.scalars(select(StoreFile).where(CURRENT).order_by(StoreFile.id))]


def forget_files(session: Session, lease: Lease, ids: Sequence[int], now: datetime) -> None:
    """Remove retired files, already deleted, from the manifest. Raises LeaseLost."""
    renew_lease(session, lease, now)
    session.execute(delete(StoreFile).where(StoreFile.id.in_(ids), StoreFile.retired_at.is_not(None)))


def _as_row(file: StoredFile, now: datetime) -> dict[str, Any]:
    row = asdict(file)
    (row["first_written_in"], row["first_id"]), (row["last_written_in"], row["last_id"]) = (
        row.pop("first"),
        row.pop("last"),
    )
    return {**row, "layout": LAYOUT, "created_at": now, "retired_at": None}


def _as_file(row: StoreFile) -> StoredFile:
    own = ("dataset", "month", "path", "rows", "bytes", "sha256", "first_day", "last_day")
    first, last = Position(row.first_written_in, row.first_id), Position(row.last_written_in, row.last_id)
    return StoredFile(first=first, last=last, **{name: getattr(row, name) for name in own})


def _is_ours(lease: Lease) -> ColumnElement[bool]:
    return (StoreWatermark.dataset == lease.dataset) & (StoreWatermark.lease_owner == lease.owner)


def sweep(db: Database, store: Store, lease: Lease, clock: Clock) -> int:
    """Delete files no reader needs: retired ones, and those of an ingest that crashed before its commit; returns how
    many. Files not written by an ingest are left alone; `voltigo store verify` lists them.

    Only for the holder of the lease, since then no other process is writing files. Raises LeaseLost.
    """
    with db.read() as session:
        now, known = shared_now(session, clock), files_of(session, lease)
    due = [file for file in known if file.retired_at is not None and file.retired_at + GRACE <= now]
    names = {file.path for file in known}
    abandoned = [name for name in written_files(store, lease) if name not in names]
    # Delete folders left by crashed runs. Uses the machine's own clock, which sets mtimes.
    oldest = datetime.now(UTC) - LONGEST_RUN
    for folder in store.runs.iterdir():
        with contextlib.suppress(FileNotFoundError):
            if datetime.fromtimestamp(folder.stat().st_mtime, UTC) < oldest:
                shutil.rmtree(folder)
    if store.remote is not None:
        store.cache.sweep()
    for name in (*(file.path for file in due), *abandoned):
        if store.remote is not None:
            store.remote.delete(name)
        else:
            (store.folder / name).unlink(missing_ok=True)
    if due:
        ids = [file.id for file in due]
        db.write(timed(clock, lambda session, now: forget_files(session, lease, ids, now)))
    return len(due) + len(abandoned)


def written_files(store: Store, lease: Lease) -> Iterator[str]:
    """Files in the folders of the lease's datasets that are named as an ingest names them.

    In remote storage only those older than a lease: a process that lost its lease may still be uploading, and learns
    from the database that its file does not count.
    """
    if store.remote is not None:
        written_before = datetime.now(UTC) - LEFT_AFTER
        for dataset in datasets_of(lease):
            lying = [one.name for one in store.remote.list(dataset) if one.written_at <= written_before]
            yield from filter(is_ours, lying)
        return
    for dataset in datasets_of(lease):
        for path in sorted((store.folder / dataset).glob("month=*/*")):
            if is_ours(path.name):
                yield str(path.relative_to(store.folder))


def is_ours(path: str) -> bool:
    """Whether an ingest gives names like this one."""
    return _OURS.fullmatch(path.rpartition("/")[2]) is not None
