"""Opens the warehouse for a report: the store's files, newer rows from the database, and the other relations.

Everything comes from one database snapshot: the list of files, their watermarks, the rows above them, and the
relations read in full. Hence no row is missing or duplicated while another process runs an ingest. Rows read by an
earlier run in the same state are reused (`instance.py`, `state.py`).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any

from analytics.engine.connection import Connection, parquet
from analytics.engine.instance import Instance, Run, shared
from analytics.engine.loading import OPEN, STORED_TOUCHES, Loader, fresh
from analytics.engine.relations import RELATIONS
from analytics.engine.rollup import open_days
from analytics.engine.snapshots import Snapshot, snapshot
from analytics.engine.state import State, read_state
from analytics.store.catalogue import Store
from analytics.store.datasets import DATASETS, ROLLUP, Dataset
from analytics.store.files import StoredFile, StoreFault
from analytics.store.places import Places

EVERY_DAY = "every_visit_day"
NAMES = frozenset({*DATASETS, *RELATIONS, ROLLUP, EVERY_DAY})
"""Relations of schema `source` available to reports."""
_MOST_KEPT_ROWS = 2_000_000
"""With more touches than this they are read from their files each time, to keep the cache small."""
_BY_DAY = frozenset({ROLLUP, EVERY_DAY})


@dataclass(frozen=True, slots=True)
class Rests:
    """Data basis of a run: number of visits and reservations, and a version of everything read."""

    visits: int
    reservations: int
    version: str
    """Equal if and only if the rows of everything requested are."""


@contextmanager
def open_warehouse(
    store: Store,
    needs: Iterable[str],
    *,
    on_open: Callable[[Connection], object] = lambda connection: None,
) -> Iterator[Connection]:
    """A connection on which `source.<name>` exists for each of `needs`; `rests_on` returns its data basis.

    `every_visit_day` holds all visits aggregated by day and origin. `visit_days` holds only days fully covered by the
    rollup; with it come `open_days (day)`, days with visits that it does not cover, and `open_visits`, the visits of
    those days.

    `on_open` gets the connection before anything is read. Raises ValueError for an unknown name, StoreFault when a file
    is missing or the database is not the one the files came from.
    """
    wanted = frozenset(needs)
    if unknown := wanted - NAMES:
        raise ValueError(f"no such relation: {', '.join(sorted(unknown))}")
    with shared(store) as instance, instance.run() as run:
        on_open(run.connection)
        with snapshot(store.replica_url or store.url, store.runs) as picture:
            state = run.state = read_state(picture, wanted)
            _require_files(store, state, wanted)
            _tell(run.connection, instance, picture, state, wanted)
            tables = Loader(store, instance, run, picture, state).tables(_tables_for(state, wanted))
        _add_views(run, state, wanted, tables)
        yield run.connection


def rests_on(connection: Connection) -> Rests:
    """Data basis of the run with this connection."""
    told: dict[str, Any] = connection.execute("SELECT getvariable('rests_on')").fetchall()[0][0]
    return Rests(**told)


def _datasets(wanted: frozenset[str]) -> frozenset[str]:
    return frozenset(wanted & DATASETS.keys() | ({"visits"} if wanted & _BY_DAY else set()))


def _require_files(store: Store, state: State, wanted: frozenset[str]) -> None:
    """For a folder; files at a remote place are checked when they are fetched."""
    if store.remote is not None:
        store.cache.keep_only({file.path for file in state.catalogue.files})
        return
    read = _datasets(wanted) | ({ROLLUP} if wanted & _BY_DAY else set())
    for file in state.catalogue.files:
        path = store.folder / file.path
        if file.dataset in read and (not path.is_file() or path.stat().st_size != file.bytes):
            fault = "ist beschädigt" if path.is_file() else "fehlt"
            raise StoreFault(f"Die Datei {file.path} des Datenspeichers {fault}. `voltigo store rebuild` baut ihn neu.")


def _tell(connection: Connection, instance: Instance, picture: Snapshot, state: State, wanted: frozenset[str]) -> None:
    def count() -> int:
        # A merged reservation does not count a second time, as in reports.
        return int(picture.rows("SELECT count(*) FROM reservations WHERE merged_into_id IS NULL")[0][0])

    reservations = instance.remembered("reservations", state.of_relation("reservations"), count)
    version = state.version(_datasets(wanted) | (wanted & RELATIONS.keys()))
    rests = f"{{'visits': {state.rows('visits')}, 'reservations': {reservations}, 'version': '{version}'}}"
    connection.execute(f"SET VARIABLE rests_on = {rests}")


def _keeps_touches(state: State) -> bool:
    return sum(file.rows for file in state.catalogue.of("touches")) <= _MOST_KEPT_ROWS


def _tables_for(state: State, wanted: frozenset[str]) -> set[str]:
    names = {*(wanted & RELATIONS.keys()), *(fresh(name) for name in wanted & DATASETS.keys())}
    if "touches" in wanted and _keeps_touches(state):
        names.add(STORED_TOUCHES)
    if ROLLUP in wanted:
        names |= {ROLLUP, fresh("visits")}
    if EVERY_DAY in wanted:
        names |= {ROLLUP, OPEN}
    return names


def _add_views(run: Run, state: State, wanted: frozenset[str], tables: dict[str, str]) -> None:
    connection = run.connection

    def add(name: str, rows: str) -> None:
        connection.execute(f"CREATE VIEW source.{name} AS {rows}")

    for name in wanted & RELATIONS.keys():
        add(name, f"FROM {tables[name]}")
    for name in wanted & DATASETS.keys():
        stored = f"FROM {tables[STORED_TOUCHES]}" if name == "touches" and STORED_TOUCHES in tables else ""
        add(name, _united(run.places, DATASETS[name], state.catalogue.of(name), tables[fresh(name)], stored))
    if EVERY_DAY in wanted:
        closed = f"SELECT * FROM {tables[ROLLUP]} WHERE day NOT IN (SELECT day FROM {tables[OPEN]})"
        add(EVERY_DAY, f"{closed} UNION ALL SELECT * FROM {tables[OPEN]}")
    if ROLLUP in wanted:
        found = connection.execute(f"SELECT DISTINCT day FROM {tables[fresh('visits')]}").fetchall()
        days = open_days(state.catalogue, (day for (day,) in found))
        add("open_days", f"SELECT unnest({_as_list(days)}) AS day")
        add(ROLLUP, f"SELECT * FROM {tables[ROLLUP]} WHERE day NOT IN (SELECT day FROM source.open_days)")
        files = [
            file for file in state.catalogue.of("visits") if any(file.first_day <= day <= file.last_day for day in days)
        ]
        visits = _united(run.places, DATASETS["visits"], files, tables[fresh("visits")], "")
        add("open_visits", f"SELECT * FROM ({visits}) WHERE day IN (SELECT day FROM source.open_days)")


def _united(places: Places, dataset: Dataset, files: Sequence[StoredFile], fresh_rows: str, stored: str) -> str:
    """Rows of files and newer rows."""
    parts = [f"SELECT {dataset.chosen()} FROM {fresh_rows}"]
    if stored or files:
        source = stored or f"FROM {parquet(places.of(files))}"
        parts.insert(0, f"SELECT {dataset.stored} {source}")
    return " UNION ALL ".join(parts)


def _as_list(days: Iterable[date]) -> str:
    literals = ", ".join(f"DATE '{day}'" for day in sorted(days))
    return f"[{literals}]::DATE[]"
