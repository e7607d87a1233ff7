"""A store of made-up visits in any number, with its rollup and manifest, and reservations beside it as Parquet."""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from analytics.bulk.origins import ALIASES, CAMPAIGNS
from analytics.bulk.visits import make_visits
from analytics.engine.connection import engine
from analytics.engine.rollup import open_days, roll_up
from analytics.store.catalogue import Catalogue, Store
from analytics.store.datasets import DATASETS
from analytics.store.export import write_parquet
from analytics.store.files import Position, StoredFile
from services.core.db.db import Database
from services.schema.migrate import migrate
from services.store.manifest import add_files
from tests.bench.all_reports import DAYS, FIRST, MEMORY, Made
from tests.fixtures.bulk_reservations import make_reservations


def make(folder: Path, visits: int, reservations: int) -> Iterator[str | Made]:
    """Write everything below `folder`; tells what is done, and at last where it is."""
    store = Store(f"sqlite:///{folder / 'voltigo.sqlite3'}", folder / "store", MEMORY)
    months = [month.date() for month in pd.date_range(FIRST, periods=12, freq="MS")]
    files = []
    for number, month in enumerate(months):
        count = visits // 12 + (visits % 12 if number == 0 else 0)
        files.append(_write_month(store, month, count, number * visits))
        yield f"visits of {month:%B %Y}"
    catalogue = Catalogue(files, {})
    closed = sorted(open_days(catalogue, ()))[:-1]
    rolled = roll_up(store, catalogue, frozenset(closed))
    _write_manifest(store, [*files, *rolled.files])
    yield "rollup"
    made = make_reservations(reservations, 8, FIRST, DAYS)
    beside = folder / "reservations"
    beside.mkdir()
    for name in ("reservations", "touches", "reservation_changes"):
        pq.write_table(
            _plain(getattr(made, name)), beside / f"{name}.parquet", compression="zstd", row_group_size=100_000
        )
    _write(beside / "aliases.parquet", ("field", "raw", "canonical"), ALIASES)
    named = [(number, *tags) for number, tags in enumerate(CAMPAIGNS, start=1)]
    _write(beside / "campaigns.parquet", ("id", "utm_source", "utm_medium", "utm_campaign"), named)
    yield Made(store, beside, [store.folder / file.path for file in files])


def _write(path: Path, names: Sequence[str], rows: Sequence[tuple[str | int, ...]]) -> None:
    pq.write_table(pa.Table.from_pylist([dict(zip(names, row, strict=True)) for row in rows]), path)


def _write_month(store: Store, month: date, count: int, before: int) -> StoredFile:
    days = pd.Period(month, "M").days_in_month
    table = make_visits(count, month.toordinal(), month, days)
    ids = pa.array(np.arange(before + 1, before + count + 1))
    table = table.set_column(0, "id", ids)
    with engine(store, keeps_order=True) as connection:
        connection.register("made", table)
        query = f'SELECT {DATASETS["visits"].stored} FROM made ORDER BY "at", id'
        name = f"{month:%Y-%m}"
        path, size, digest = write_parquet(connection, store, query, f"visits/month={name}", "made")
        first, last = connection.execute("SELECT min(day), max(day) FROM made").fetchall()[0]
    ends = Position(0, before + 1), Position(0, before + count)
    return StoredFile("visits", name, path, *ends, count, size, digest, first, last)


def _write_manifest(store: Store, files: list[StoredFile]) -> None:
    db = Database(store.url)
    migrate(db)
    db.write(lambda session: add_files(session, files, datetime.now(UTC)))
    db.close()


def _plain(table: pa.Table) -> pa.Table:
    """Texts as texts: what PostgreSQL takes over as well."""
    kinds = [pa.string() if pa.types.is_dictionary(field.type) else field.type for field in table.schema]
    return table.cast(pa.schema(list(zip(table.column_names, kinds, strict=True))))
