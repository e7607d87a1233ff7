"""Compacts a month's small files into larger ones: an ingest every five minutes writes some nine thousand a month."""

from collections.abc import Sequence
from itertools import groupby

from analytics.engine.connection import engine, parquet
from analytics.store.catalogue import Store
from analytics.store.datasets import DATASETS
from analytics.store.export import position_name, write_parquet
from analytics.store.files import StoredFile
from analytics.store.places import Places

FILES_TO_MERGE = 12
"""Number of adjacent files of similar size that are merged into one."""
LARGEST_ROWS = 4_000_000
"""Files with this many rows are not merged."""


def mergeable(files: Sequence[StoredFile]) -> list[list[StoredFile]]:
    """For each month with too many files, those to merge: always adjacent, and the newest ones.

    A file is included unless it is more than twice as large as all newer ones together. So a row is rewritten only when
    its file grows by half, not at every run.
    """
    months = (list(group) for _, group in groupby(sorted(files, key=_place), key=lambda file: file.month))
    chosen = (_newest(month) for month in months)
    return [group for group in chosen if group]


def merge(store: Store, files: Sequence[StoredFile]) -> StoredFile:
    """Merge `files`, all of one month, into one new file and describe it."""
    dataset, month = DATASETS[files[0].dataset], files[0].month
    first, last = min(file.first for file in files), max(file.last for file in files)
    with engine(store, keeps_order=True) as connection, Places(store) as places:
        query = f'SELECT {dataset.stored} FROM {parquet(places.of(files))} ORDER BY "at", id'
        written = write_parquet(connection, store, query, f"{dataset.name}/month={month}", position_name(first, last))
    path, size, digest = written
    return StoredFile(
        dataset=dataset.name,
        month=month,
        path=path,
        first=first,
        last=last,
        rows=sum(file.rows for file in files),
        bytes=size,
        sha256=digest,
        first_day=min(file.first_day for file in files),
        last_day=max(file.last_day for file in files),
    )


def _newest(month: Sequence[StoredFile]) -> list[StoredFile]:
    chosen: list[StoredFile] = []
    rows = 0
    for file in reversed(month):
        if file.rows >= LARGEST_ROWS or (chosen and file.rows > 2 * rows):
            break
        chosen.append(file)
        rows += file.rows
    return chosen[::-1] if len(chosen) >= FILES_TO_MERGE else []


def _place(file: StoredFile) -> tuple[str, tuple[int, int]]:
    return file.month, file.first
