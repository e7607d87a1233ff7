"""Exports rows of a dataset to immutable Parquet files: one per month, sorted by time.

A file gets its final name only once it is complete and synced. The caller writes the result to the manifest and moves
the watermark, in one transaction: until then the files are invisible to readers.
"""

import os
import secrets
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from pathlib import Path

from analytics.engine.connection import Connection, engine, quoted
from analytics.engine.snapshots import Snapshot, is_sqlite, snapshot
from analytics.store.catalogue import SETTLED_BELOW, Store, above_position, up_to_position
from analytics.store.datasets import DATASETS, Dataset
from analytics.store.files import Position, StoredFile, sha256_of
from analytics.store.remote import Remote

CHUNK_ROWS = 250_000
"""Rows per step, which limits memory regardless of the backlog."""
ROW_GROUP_ROWS = 122_880
_SPLIT_FROM = 20_000
"""Below this number of rows, by ids, a second reader costs more than it saves."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Rows exported to files, not yet in the manifest."""

    files: Sequence[StoredFile]
    upto: Position
    """The watermark once they are."""
    days: frozenset[date]

    @property
    def rows(self) -> int:
        return sum(file.rows for file in self.files)


def steps(store: Store, dataset: str, after: Position, size: int = CHUNK_ROWS) -> list[Position]:
    """End positions of the steps from `after` to the newest settled row: at most `size` rows per step.

    Empty if there is no backlog. Settled rows stay settled, so the steps remain valid when executed later.
    """
    with snapshot(store.url, store.runs) as picture:
        find = _sqlite_steps if picture.dialect == "sqlite" else _postgresql_steps
        return find(picture, DATASETS[dataset].table, after, size)


def _sqlite_steps(picture: Snapshot, table: str, after: Position, size: int) -> list[Position]:
    highest = picture.rows(f"SELECT max(id) FROM {table}")[0][0] or 0
    ends = [*range(after.id + size, highest, size), highest] if highest > after.id else []
    return [Position(0, end) for end in ends]


def _postgresql_steps(picture: Snapshot, table: str, after: Position, size: int) -> list[Position]:
    settled_below = picture.rows(f"SELECT {SETTLED_BELOW}")[0][0]
    settled = f"FROM {table} WHERE {above_position('postgresql', after)} AND written_in < {settled_below}"
    count = picture.rows(f"SELECT count(*) {settled}")[0][0]
    if count == 0:
        return []
    numbered = f"SELECT written_in, id, row_number() OVER (ORDER BY written_in, id) AS place {settled}"
    rows = picture.rows(
        f"SELECT written_in, id FROM ({numbered}) AS numbered "
        f"WHERE place % {size} = 0 OR place = {count} ORDER BY place"
    )
    *steps, last = [Position(*row) for row in rows]
    # No row will ever be added between the last row and the oldest open transaction. Starting there, the next reader
    # skips everything ingested so far, even if one transaction wrote most of it.
    return [*steps, Position(settled_below - 1, last.id)]


def carry(store: Store, dataset: str, after: Position, upto: Position) -> Chunk:
    """Write the rows in (`after`, `upto`] to files and describe them; `upto` is one of `steps`."""
    carried = DATASETS[dataset]
    with engine(store, keeps_order=True) as connection:
        _load(connection, store, carried, after, upto)
        days = [day for (day,) in connection.execute("SELECT DISTINCT day FROM chunk ORDER BY day").fetchall()]
        months = groupby(days, key=lambda day: day.strftime("%Y-%m"))
        files = [_write_month(connection, store, carried, month, list(of_month)) for month, of_month in months]
    return Chunk(files, upto, frozenset(days))


def _load(connection: Connection, store: Store, dataset: Dataset, after: Position, upto: Position) -> None:
    """Create `chunk` with the rows in (`after`, `upto`], read as halves in parallel: reading is most of the work."""
    halves = _halves(is_sqlite(store.url), after, upto)
    with ThreadPoolExecutor(len(halves)) as pool:
        parts = [
            pool.submit(_load_part, connection.cursor(), store, dataset, f"part_{number}", half)
            for number, half in enumerate(halves)
        ]
        names = [part.result() for part in parts]
    rows = " UNION ALL ".join(f"SELECT * FROM {name}" for name in names)
    connection.execute(f"CREATE VIEW chunk AS {rows}")


def _halves(of_sqlite: bool, after: Position, upto: Position) -> list[str]:
    dialect = "sqlite" if of_sqlite else "postgresql"
    whole = f"{above_position(dialect, after)} AND {up_to_position(dialect, upto)}"
    if abs(upto.id - after.id) < _SPLIT_FROM:
        return [whole]
    # PostgreSQL does not store rows in id order, SQLite does.
    is_second = f"id > {(after.id + upto.id) // 2}" if of_sqlite else "id % 2 = 1"
    return [f"{whole} AND NOT ({is_second})", f"{whole} AND {is_second}"]


def _load_part(connection: Connection, store: Store, dataset: Dataset, name: str, condition: str) -> str:
    with connection, snapshot(store.url, store.runs) as picture:
        picture.take(name, dataset.relation.select(picture.dialect, condition))
        for _, rows in picture.read():
            connection.register("rows", rows)
            cleaned = dataset.relation.cleaned(picture.dialect, "rows")
            connection.execute(f"CREATE TABLE {name} AS SELECT {dataset.chosen('written_in')} FROM ({cleaned})")
            connection.unregister("rows")
    return name


def _write_month(
    connection: Connection, store: Store, dataset: Dataset, month: str, days: Sequence[date]
) -> StoredFile:
    of_month = f"FROM chunk WHERE day BETWEEN DATE '{days[0]}' AND DATE '{days[-1]}'"
    (rows, *ends) = connection.execute(f"SELECT count(*), min(written_in), max(written_in) {of_month}").fetchall()[0]
    picks = ", ".join(f"{pick}(id) FILTER (written_in = {end})" for pick, end in zip(("min", "max"), ends, strict=True))
    ids = connection.execute(f"SELECT {picks} {of_month}").fetchall()[0]
    first, last = (Position(*place) for place in zip(ends, ids, strict=True))
    query = f'SELECT {dataset.stored} {of_month} ORDER BY "at", id'
    below = f"{dataset.name}/month={month}"
    path, size, digest = write_parquet(connection, store, query, below, position_name(first, last))
    return StoredFile(dataset.name, month, path, first, last, rows, size, digest, days[0], days[-1])


def position_name(first: Position, last: Position) -> str:
    """File name prefix for the rows from `first` to `last`."""
    return f"{first.written_in}.{first.id}-{last.written_in}.{last.id}"


def write_parquet(connection: Connection, store: Store, query: str, below: str, name: str) -> tuple[str, int, str]:
    """Write the rows of `query` to a new file `name` in the folder `below`; returns path, size in bytes and SHA-256.

    File names are never reused: a later file for the same rows cannot affect one a reader has open.
    """
    name = f"{below}/{name}-{secrets.token_hex(4)}.parquet"
    if store.remote is not None:
        return name, *_write_remote(connection, store, store.remote, query, name)
    path = store.folder / name
    folder = path.parent
    folder.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(".draft")
    _copy(connection, query, draft)
    sync(draft)
    size, digest = draft.stat().st_size, sha256_of(draft)
    draft.rename(path)
    for parent in (folder, folder.parent, store.folder):
        sync(parent)
    return name, size, digest


def _write_remote(connection: Connection, store: Store, remote: Remote, query: str, name: str) -> tuple[int, str]:
    """Written here, put there as a whole, and kept here as a copy while there is room."""
    with tempfile.TemporaryDirectory(prefix="draft-", dir=store.runs) as folder:
        draft = Path(folder) / "file.parquet"
        _copy(connection, query, draft)
        size, digest = draft.stat().st_size, sha256_of(draft)
        copy = draft.with_name("copy.parquet")
        copy.hardlink_to(draft)
        remote.put_file(name, draft)
        store.cache.add(name, size, copy)
    return size, digest


def _copy(connection: Connection, query: str, draft: Path) -> None:
    connection.execute(
        f"COPY ({query}) TO {quoted(draft)} (FORMAT parquet, COMPRESSION zstd, ROW_GROUP_SIZE {ROW_GROUP_ROWS})"
    )


def sync(path: Path) -> None:
    """Fsync a file, or a folder so that new file names are durable."""
    descriptor = os.open(path, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
