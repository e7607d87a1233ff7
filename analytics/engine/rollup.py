"""The rollup `visit_days`: visits aggregated by day and origin, for past days.

A month has one file, which covers its days up to `last_day`. Later days, and days with rows not in a file yet, are
open: readers aggregate them from the rows themselves.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from analytics.engine.connection import Connection, engine, parquet, quoted
from analytics.engine.offloading import ROLLUP_MODEL, offloaded_rollup, shown
from analytics.runner import add_macros, build
from analytics.sources import SCHEMAS
from analytics.store.catalogue import Catalogue, Store
from analytics.store.datasets import DATASETS, ROLLUP
from analytics.store.export import write_parquet
from analytics.store.files import START, StoredFile
from analytics.store.places import Places

ROLLUP_TYPES = SCHEMAS[ROLLUP]


@dataclass(frozen=True, slots=True)
class RolledUp:
    """New rollup files, and those they replace."""

    files: list[StoredFile] = field(default_factory=list)
    replaced: list[StoredFile] = field(default_factory=list)


def covered_days(catalogue: Catalogue) -> frozenset[date]:
    """Days whose visits in files are all included in the rollup."""
    return _days_of(catalogue.of(ROLLUP))


def open_days(catalogue: Catalogue, fresh: Iterable[date]) -> frozenset[date]:
    """Days to be aggregated from rows: not covered yet, or with rows not in a file yet."""
    return (_days_of(catalogue.of("visits")) - covered_days(catalogue)) | frozenset(fresh)


def uncovered_days(catalogue: Catalogue, last: date) -> list[frozenset[date]]:
    """Days up to `last` with visits in files that the rollup does not cover, by month."""
    months = defaultdict(set)
    for day in open_days(catalogue, ()):
        if day <= last:
            months[_month(day)].add(day)
    return [frozenset(months[month]) for month in sorted(months)]


def roll_up(store: Store, catalogue: Catalogue, days: frozenset[date]) -> RolledUp:
    """Re-aggregate the visits of `days` and write the files of their months; the months' other days are unchanged."""
    months = defaultdict(set)
    for day in days:
        months[_month(day)].add(day)
    rolled = RolledUp()
    for month, of_month in sorted(months.items()):
        old = [file for file in catalogue.of(ROLLUP) if file.month == month]
        rolled.files.append(_roll_up_month(store, catalogue, month, sorted(of_month), old))
        rolled.replaced.extend(old)
    return rolled


def _roll_up_month(
    store: Store, catalogue: Catalogue, month: str, days: Sequence[date], old: Sequence[StoredFile]
) -> StoredFile:
    chosen = ", ".join(f"DATE {quoted(day)}" for day in days)
    visits = [file for file in catalogue.of("visits") if file.first_day <= days[-1] and file.last_day >= days[0]]
    columns = ", ".join(f"CAST({name} AS {kind}) AS {name}" for name, kind in ROLLUP_TYPES.items())
    with engine(store, keeps_order=True) as connection, Places(store) as places:
        add_up(connection, places, visits, f"day IN ({chosen})")
        query = f"SELECT {columns} FROM marts.{ROLLUP}"
        if old:
            kept = parquet(places.of(old))
            query += f" UNION ALL SELECT {', '.join(ROLLUP_TYPES)} FROM {kept} WHERE day NOT IN ({chosen})"
        rows = connection.execute(f"SELECT count(*) FROM ({query})").fetchall()[0][0]
        # Starts on the first of the month: a day without visits counts as covered
        first, last = days[0].replace(day=1), max([days[-1], *(file.last_day for file in old)])
        name = f"{first}-{last}"
        ordered = f"{query} ORDER BY ALL"
        path, size, digest = write_parquet(connection, store, ordered, f"{ROLLUP}/month={month}", name)
    return StoredFile(ROLLUP, month, path, START, START, rows, size, digest, first, last)


def add_up(connection: Connection, places: Places, visits: Sequence[StoredFile], condition: str) -> None:
    """Create `marts.visit_days` over the visits in files that match `condition`."""
    if (rows := offloaded_rollup(places.store, visits, condition)) is not None:
        connection.execute("CREATE SCHEMA IF NOT EXISTS marts")
        with shown(connection, ROLLUP_MODEL, rows) as select:
            connection.execute(f"CREATE TABLE marts.{ROLLUP} AS {select}")
        return
    stored = DATASETS["visits"].stored
    connection.execute("CREATE SCHEMA IF NOT EXISTS source")
    files = parquet(places.of(visits))
    connection.execute(f"CREATE VIEW source.visits AS SELECT {stored} FROM {files} WHERE {condition}")
    add_macros(connection)
    build(connection, [f"marts.{ROLLUP}"])


def days_between(first: date, last: date) -> list[date]:
    """Every day from the first to the last, inclusive."""
    return [first + timedelta(days=n) for n in range((last - first).days + 1)]


def _days_of(files: Iterable[StoredFile]) -> frozenset[date]:
    return frozenset(day for file in files for day in days_between(file.first_day, file.last_day))


def _month(day: date) -> str:
    return day.strftime("%Y-%m")
