"""Deletes store files no reader needs: retired ones, and those of an ingest that crashed before its commit.

Files not written by an ingest are left alone; `voltigo store verify` lists them.
"""

import contextlib
import re
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

from analytics.store.catalogue import Store
from services.core.clock import Clock
from services.core.db.db import Database
from services.core.db.leases import shared_now, timed
from services.store.manifest import GRACE, LEASE, Lease, datasets_of, files_of, forget_files

LONGEST_RUN = timedelta(days=1)
LEFT_AFTER = LEASE
_OURS = re.compile(r"[0-9.-]+-[0-9a-f]{8}\.(parquet|draft)")


def sweep(db: Database, store: Store, lease: Lease, clock: Clock) -> int:
    """Delete files that are due; returns how many. Only for the holder of the lease, since then no other process is
    writing files. Raises LeaseLost.
    """
    with db.read() as session:
        now, known = shared_now(session, clock), files_of(session, lease)
    due = [file for file in known if file.retired_at is not None and _is_over(file.retired_at, now)]
    names = {file.path for file in known}
    abandoned = [name for name in written_files(store, lease) if name not in names]
    _sweep_runs(store)
    if store.remote is not None:
        store.cache.sweep()
    for name in (*(file.path for file in due), *abandoned):
        _delete(store, name)
    if due:
        ids = [file.id for file in due]
        db.write(timed(clock, lambda session, now: forget_files(session, lease, ids, now)))
    return len(due) + len(abandoned)


def written_files(store: Store, lease: Lease) -> Iterator[str]:
    """Files in the folders of the lease's datasets whose names an ingest gives.

    At a remote place only those that are older than a lease: one that has lost its own may still be uploading, and is
    told by the database that its file does not count.
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


def _delete(store: Store, name: str) -> None:
    if store.remote is not None:
        store.remote.delete(name)
    else:
        (store.folder / name).unlink(missing_ok=True)


def is_ours(path: str) -> bool:
    """Whether an ingest gives names like this one."""
    return _OURS.fullmatch(path.rpartition("/")[2]) is not None


def _sweep_runs(store: Store) -> None:
    """Delete folders left by crashed runs. Uses the machine's own clock, which sets mtimes."""
    oldest = datetime.now(UTC) - LONGEST_RUN
    for folder in store.runs.iterdir():
        with contextlib.suppress(FileNotFoundError):
            if datetime.fromtimestamp(folder.stat().st_mtime, UTC) < oldest:
                shutil.rmtree(folder)


def _is_over(retired_at: datetime, now: datetime) -> bool:
    return retired_at + GRACE <= now
