"""`python -m tests.bench.store [ROWS]`: carrying visits into the store beside pandas.read_sql of the same rows, the
fresh rows a report reads from the database, and the memory of a first export.
"""

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pandas
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from sqlalchemy import Engine, create_engine

from analytics.engine.warehouse import open_warehouse
from analytics.store import export
from analytics.store.catalogue import Store
from analytics.store.datasets import DATASETS
from analytics.store.files import START
from services.core.clock import utc_now
from services.core.db.db import Database
from services.schema.migrate import migrate
from services.store.ingest import StoreIngest
from tests.bench.databases import database
from tests.fixtures.many_visits import fill_visits
from tests.fixtures.peak_memory import peak_megabytes
from tests.fixtures.servers import ROOT

ROWS = 400_000
FRESH_ROWS = 10_000
ROUNDS = 5
GOAL = 3.0
GOAL_MB = 500
_COLUMNS = DATASETS["visits"].stored_columns


@dataclass(frozen=True)
class Measured:
    """One database: rows a second of both ways, milliseconds of a report over fresh rows, megabytes of a first run."""

    kind: str
    carried: float
    read: float
    fresh_ms: float
    whole_run: float
    megabytes: float


def measure(kind: str, rows: int, folder: Path, progress: Progress) -> Measured:
    """Fill a database and measure on it, both ways in turn."""
    with database(kind, folder) as url, _filled(url, rows) as engine:
        store = Store(url, folder / "store")
        task = progress.add_task(f"store, {kind}", total=ROUNDS + 1)
        carried, read = [], []
        for _ in range(ROUNDS + 1):
            carried.append(_rate(rows, lambda: _carry(store)))
            read.append(_rate(rows, lambda: _read_by_pandas(engine)))
            progress.advance(task)
        whole_run, megabytes = _run_apart(store)
        fresh = [_fresh_ms(store, engine) for _ in range(ROUNDS + 1)]
        return Measured(kind, median(carried[1:]), median(read[1:]), median(fresh[1:]), rows / whole_run, megabytes)


@contextmanager
def _filled(url: str, rows: int) -> Iterator[Engine]:
    db = Database(url)
    migrate(db)
    fill_visits(db.engine, rows)
    db.close()
    engine = create_engine(url)
    yield engine
    engine.dispose()


def _rate(rows: int, work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return rows / (time.perf_counter() - start)


def _carry(store: Store) -> None:
    """Everything up to files on the disk; no manifest, so that each round carries the same rows."""
    after = START
    for upto in export.steps(store, "visits", START):
        export.carry(store, "visits", after, upto)
        after = upto


def _read_by_pandas(engine: Engine) -> None:
    columns = ", ".join(_COLUMNS)
    pandas.read_sql(f"SELECT {columns} FROM visits", engine, parse_dates=["at", "day"])


def _run_apart(store: Store) -> tuple[float, float]:
    """Seconds of the job's first run with rollup and commits, and the most memory its process had."""
    code = f"from tests.bench.store import run; run({store.url!r}, {str(store.folder)!r})"
    answer = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    seconds, megabytes = answer.stdout.split()[-2:]
    return float(seconds), float(megabytes)


def run(url: str, folder: str) -> None:
    """The job in a process of its own: prints seconds and megabytes."""
    db = Database(url)
    ingest = StoreIngest(db, Store(url, Path(folder)), utc_now)
    start = time.perf_counter()
    ingest.run()
    seconds = time.perf_counter() - start
    db.close()
    print(seconds, peak_megabytes())


def _fresh_ms(store: Store, engine: Engine) -> float:
    """What ten thousand rows in the database alone add to opening the warehouse."""
    bare = _opening_ms(store)
    fill_visits(engine, FRESH_ROWS)
    fresh = _opening_ms(store)
    db = Database(store.url)
    StoreIngest(db, store, utc_now).run()
    db.close()
    return fresh - bare


def _opening_ms(store: Store) -> float:
    start = time.perf_counter()
    with open_warehouse(store, {"visits"}):
        return (time.perf_counter() - start) * 1000


def main(sizes: list[int] | None = None) -> None:
    """Measure and print."""
    for rows in sizes or [ROWS]:
        found = []
        with Progress() as progress:
            for kind in ("sqlite", "postgresql"):
                with tempfile.TemporaryDirectory(prefix="voltigo-bench-") as folder:
                    found.append(measure(kind, rows, Path(folder), progress))
        _print(rows, found)


def _print(rows: int, found: list[Measured]) -> None:
    table = Table(
        f"{rows:,} visits", "carried/s", "pandas/s", "ratio", "goal", "whole run/s", "10,000 fresh rows", "peak memory"
    )
    for row in found:
        ratio = row.carried / row.read
        table.add_row(
            row.kind,
            f"{row.carried:,.0f}",
            f"{row.read:,.0f}",
            f"{ratio:.1f} ×",
            f"≥ {GOAL:.0f} × {'✓' if ratio >= GOAL else '–'}",
            f"{row.whole_run:,.0f}",
            f"{row.fresh_ms:.0f} ms",
            f"{row.megabytes:.0f} MB {'✓' if row.megabytes <= GOAL_MB else '–'}",
        )
    Console().print(table)


if __name__ == "__main__":
    main([int(size) for size in sys.argv[1:]])
