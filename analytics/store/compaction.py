"""Makes one file of many small ones of a month: a run every five minutes leaves some nine thousand of them a month."""

from collections.abc import Sequence
from itertools import groupby

from analytics.engine.connection import engine, parquet
from analytics.store.catalogue import Store, StoredFile
from analytics.store.datasets import DATASETS
from analytics.store.export import position_name, write_parquet

FILES_TO_MERGE = 12
"""So many files of alike size lie beside each other before they become one."""
LARGEST_ROWS = 4_000_000
"""A file of that many rows is left alone."""


def mergeable(files: Sequence[StoredFile]) -> list[list[StoredFile]]:
    """For each month with too many files, which of them to merge: always neighbours, the newest ones.

    A file joins unless it is more than twice as large as all newer ones together. So a row is written anew only when
    its file grows by half, and not with every run.
    """
    months = (list(group) for _, group in groupby(sorted(files, key=_place), key=lambda file: file.month))
    chosen = (_newest(month) for month in months)
    return [group for group in chosen if group]


def merge(store: Store, files: Sequence[StoredFile]) -> StoredFile:
    """Write the rows of `files`, all of one month, to one new file and describe it."""
    dataset, month = DATASETS[files[0].dataset], files[0].month
    first, last = min(file.first for file in files), max(file.last for file in files)
    query = f'SELECT {dataset.stored} FROM {parquet(store.folder / file.path for file in files)} ORDER BY "at", id'
    with engine(store, keeps_order=True) as connection:
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
