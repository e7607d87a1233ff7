"""`python -m tests.bench.models [VISITS [RESERVATIONS]]`: the models beside their peers, in turn in the same run.

Six attribution models beside the same by SQL on PostgreSQL (and equal to it), the exact funnel beside an inexact one,
a dashboard from the rollup beside a scan of the raw visits, every report from a database with all reservations, the
memory of a process that runs it all, and calls of others beside a heavy report.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import adbc_driver_postgresql.dbapi
import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from analytics.bulk.origins import ALIASES
from analytics.definitions import definitions
from analytics.report import open_report
from analytics.runner import build, models
from tests.bench.all_reports import FIRST, Made, connect, report_seconds
from tests.bench.beside import beside_heavy_runs
from tests.bench.databases import database
from tests.bench.model_data import make
from tests.bench.report_data import fill
from tests.fixtures.servers import ROOT

VISITS = int(os.environ.get("VOLTIGO_BENCH_VISITS", "1000000"))
RUNS = 5
_POSTGRESQL = Path(__file__).with_name("six_models_postgresql.sql").read_text()
_CAMPAIGNS = """
    SELECT o.utm_source, o.utm_medium, o.utm_campaign, s.* EXCLUDE (origin_id)
    FROM (
        SELECT
            w.origin_id,
            sum(COLUMNS('_ppm$')), sum(time_decay_ppm * r.annual_kwh), sum(time_decay_ppm * r.share_amount_cents)
        FROM marts.touch_weights AS w JOIN source.reservations AS r ON r.id = w.reservation_id
        GROUP BY w.origin_id
    ) AS s
    JOIN staging.credited_origins AS o USING (origin_id)
    WHERE o.channel = 'campaign' ORDER BY ALL
"""
_FOLDED = """
    list_reduce(
        list_sort(list(epoch_us(v.at) * 8 + v.step) FILTER (v.step BETWEEN 2 AND 6)),
        lambda reached, event: CASE WHEN event % 8 = reached + 1 THEN reached + 1 ELSE reached END, 1::BIGINT
    )"""
_BY_VISITOR = "FROM source.visits AS v GROUP BY v.day, v.visitor"
_TOTALS = "SELECT * FROM marts.visits_by_day ORDER BY day"
_SCAN = "SELECT v.day, count(DISTINCT v.visitor) FROM source.visits AS v WHERE NOT v.is_bot GROUP BY v.day"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the result. `ratio` is ours to the peer's, or the other way round where more is better."""

    name: str
    ours: str
    peer: str
    ratio: float
    goal: float
    more_is_better: bool = False

    @property
    def is_reached(self) -> bool:
        return self.ratio >= self.goal if self.more_is_better else self.ratio <= self.goal


def in_turn(ours: Callable[[], object], peer: Callable[[], object], runs: int = RUNS) -> tuple[float, float]:
    """Medians of seconds of both, run one after the other; the first run warms up."""
    times: list[tuple[float, float]] = []
    for _ in range(runs + 1):
        begun = time.perf_counter()
        ours()
        between = time.perf_counter()
        peer()
        times.append((between - begun, time.perf_counter() - between))
    first, second = zip(*times[1:], strict=True)
    return median(first), median(second)


def six_models(connection: duckdb.DuckDBPyConnection) -> list[tuple[Any, ...]]:
    """Sums by campaign of all six models, from the files."""
    build(connection, ["marts.touch_weights", "staging.credited_origins"])
    return connection.execute(_CAMPAIGNS).fetchall()


@contextmanager
def postgresql(made: Made, folder: Path) -> Iterator[Callable[[], list[tuple[Any, ...]]]]:
    """The same six models on PostgreSQL, over the same rows."""
    with database("postgresql", folder) as url:
        address = url.replace("postgresql+psycopg://", "postgresql://")
        with adbc_driver_postgresql.dbapi.connect(address, autocommit=True) as connection:
            cursor = connection.cursor()
            for name in ("reservations", "touches"):
                cursor.adbc_ingest(name, pq.read_table(made.reservations / f"{name}.parquet"), mode="create")
            named = [dict(zip(("field", "raw", "canonical"), alias, strict=True)) for alias in ALIASES]
            cursor.adbc_ingest("aliases", pa.Table.from_pylist(named), mode="create")
            cursor.execute("CREATE UNIQUE INDEX ON reservations (id)")
            cursor.execute("CREATE UNIQUE INDEX ON touches (reservation_id, position)")
            cursor.execute("VACUUM ANALYZE")

            def run() -> list[tuple[Any, ...]]:
                cursor.execute(_POSTGRESQL)
                return [tuple(row) for row in cursor.fetchall()]

            yield run
            cursor.close()


def attribution(made: Made, folder: Path) -> Row:
    """Six models, checked to be equal before they are timed."""
    with connect(made) as connection, postgresql(made, folder) as theirs:
        if six_models(connection) != theirs():
            raise SystemExit("the six models differ between DuckDB and PostgreSQL")
        ours, peer = in_turn(lambda: six_models(connection), theirs, 3)
    return Row("six models, PostgreSQL / ours", f"{ours:.2f} s", f"{peer:.2f} s", peer / ours, 12, more_is_better=True)


def funnels(made: Made) -> list[Row]:
    """Exact and in order, beside the first occurrence of each step compared."""
    exact = models()["staging.sessions"].sql
    before, rest = exact.split("    -- The funnel, in order", 1)
    inexact = before + _first_occurrences("n") + " AS reached,\n" + rest.split("AS reached,\n", 1)[1]
    counted = "SELECT " + ", ".join(f"count(*) FILTER (reached >= {step})" for step in range(1, 7))
    with connect(made) as connection:
        build(connection, ["staging.visits"])
        whole = in_turn(
            lambda: connection.execute(f"{counted} FROM ({exact})").fetchall(),
            lambda: connection.execute(f"{counted} FROM ({inexact})").fetchall(),
            3,
        )
        folded = ", ".join(f"count(*) FILTER (reached >= {step})" for step in range(2, 7))
        alone = in_turn(
            lambda: connection.execute(f"SELECT {folded} FROM (SELECT {_FOLDED} AS reached {_BY_VISITOR})").fetchall(),
            lambda: connection.execute(
                f"SELECT {folded} FROM (SELECT {_first_occurrences('v')} AS reached {_BY_VISITOR})"
            ).fetchall(),
        )
    return [
        Row("exact funnel with sessions / inexact", f"{whole[0]:.2f} s", f"{whole[1]:.2f} s", whole[0] / whole[1], 1.3),
        Row("exact funnel by visitor / inexact", f"{alone[0]:.3f} s", f"{alone[1]:.3f} s", alone[0] / alone[1], 1.3),
    ]


def _first_occurrences(table: str) -> str:
    """The highest step whose first occurrence comes after that of the step before; cheaper and wrong at repetitions."""
    first = {step: f"min({table}.at) FILTER ({table}.step = {step})" for step in range(2, 7)}
    cases = []
    for step in range(6, 2, -1):
        chain = " AND ".join(f"{first[later]} > {first[later - 1]}" for later in range(3, step + 1))
        cases.append(f"WHEN {chain} THEN {step}")
    return f"CASE {' '.join(cases)} WHEN {first[2]} IS NOT NULL THEN 2 ELSE 1 END::TINYINT"


def dashboard(made: Made) -> list[Row]:
    """A year by day from rollup and open day, warehouse opened and all, beside the same from raw visits."""
    period = {"from_day": FIRST, "to_day": FIRST.replace(year=FIRST.year + 1)}

    def ours() -> list[tuple[Any, ...]]:
        with open_report(made.store, ["marts.visits_by_day"], period) as warehouse:
            return warehouse.execute(_TOTALS).fetchall()

    with connect(made) as connection:

        def raw() -> list[tuple[Any, ...]]:
            build(connection, ["marts.visits_by_day"], period)
            return connection.execute(_TOTALS).fetchall()

        if ours() != raw():
            raise SystemExit("the dashboard from the rollup differs from the raw visits")
        mine, scan = in_turn(ours, raw, 3)
        again, uniques = in_turn(ours, lambda: connection.execute(_SCAN).fetchall())
    took, took_scan = f"{mine * 1000:.0f} ms", f"{scan * 1000:.0f} ms"
    return [
        Row("dashboard of a year, raw visits / ours", took, took_scan, scan / mine, 100, more_is_better=True),
        Row("dashboard of a year, ms / 50", f"{again * 1000:.0f} ms", "50 ms", again * 20, 1),
        Row(
            "mere daily uniques from raw visits / ours",
            f"{again * 1000:.0f} ms",
            f"{uniques * 1000:.0f} ms",
            uniques / again,
            1,
            more_is_better=True,
        ),
    ]


def reports(made: Made) -> list[Row]:
    """A year of every report by the one way there is, warehouse opened and all: again, and with other parameters."""
    rows = []
    for name, definition in definitions().items():
        changes = "look_back_days" in definition.parameters
        again = median(report_seconds(made, definition, 30) for _ in range(RUNS + 1))
        goal = 0.05 if name == "overview" else 1.0
        rows.append(Row(f"{name} of a year, s / {goal:g}", f"{again:.3f} s", f"{goal:g} s", again / goal, 1))
        if changes:
            anew = median(report_seconds(made, definition, days) for days in range(31, 31 + RUNS))
            rows.append(Row(f"{name}, parameters never seen, s / 1", f"{anew:.2f} s", "1 s", anew, 1))
    return rows


def beside(made: Made) -> Row:
    """Others' calls while heavy reports run, beside the same while none does."""
    found = beside_heavy_runs(made.store.url, made.store.folder.parent)
    with_them, without = found.p99_ms(found.busy), found.p99_ms(found.quiet)
    return Row("p99 of others beside a heavy run", f"{with_them:.1f} ms", f"{without:.1f} ms", found.ratio, 2)


def memory(folder: Path) -> list[Row]:
    """The resident peaks of a process of its own."""
    command = [sys.executable, "-m", "tests.bench.all_reports", str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    answer = subprocess.run(command, check=True, env=environment, stdout=subprocess.PIPE, text=True)
    reports, everything = (float(line) for line in answer.stdout.split())
    return [
        Row(f"memory of {what}, MB / 500", f"{megabytes:.0f} MB", "500 MB", megabytes / 500, 1)
        for what, megabytes in (("all reports", reports), ("reports and raw models", everything))
    ]


def main(visits: int = VISITS, reservations: int | None = None) -> None:
    """Make, measure, print."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="voltigo-bench-") as name, Progress() as progress:
        folder = Path(name)
        task = progress.add_task(f"making {visits:,} visits", total=21)
        made: Made | None = None
        for done in make(folder, visits, reservations or max(visits // 50, 1_000)):
            made = done if isinstance(done, Made) else None
            progress.advance(task)
        assert made is not None
        fill(made.store, made.reservations)
        progress.advance(task)
        # First: the memory of children is the highest of all of them.
        for measure in (
            lambda: memory(folder),
            lambda: funnels(made),
            lambda: dashboard(made),
            lambda: reports(made),
            lambda: [attribution(made, folder)],
            lambda: [beside(made)],
        ):
            rows += measure()
            progress.advance(task)
    table = Table("measured", "ours", "peer", "ratio", "goal")
    for row in rows:
        sign, mark = ("≥" if row.more_is_better else "≤"), ("✓" if row.is_reached else "–")
        table.add_row(row.name, row.ours, row.peer, f"{row.ratio:.2f}", f"{sign} {row.goal:g} {mark}")
    Console().print(f"models, {visits:,} visits", table)


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
