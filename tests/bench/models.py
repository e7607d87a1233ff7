"""`python -m tests.bench.models [VISITS [RESERVATIONS]]`: the models beside their peers, in turn in the same run.

A dashboard from the rollup beside a scan of the raw visits, every report from a database with all reservations, and the
memory of a process that runs it all.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from analytics.definitions import definitions
from analytics.report import open_report
from analytics.runner import build
from tests.bench.all_reports import FIRST, Made, connect, report_seconds
from tests.bench.model_data import make
from tests.bench.report_data import fill
from tests.fixtures.servers import ROOT

VISITS = int(os.environ.get("VOLTIGO_BENCH_VISITS", "1000000"))
RUNS = 5
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


def memory(folder: Path) -> list[Row]:
    """The resident peaks of a process of its own."""
    command = [sys.executable, "-m", "tests.bench.all_reports", str(folder)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    answer = subprocess.run(command, check=True, env=environment, stdout=subprocess.PIPE, text=True)
    reports, everything = (float(line) for line in answer.stdout.split())
    return [
        Row(f"memory of {what}, MB / {goal}", f"{megabytes:.0f} MB", f"{goal} MB", megabytes / goal, 1)
        for what, megabytes, goal in (("all reports", reports, 300), ("reports and raw models", everything, 500))
    ]


def main(visits: int = VISITS, reservations: int | None = None) -> None:
    """Make, measure, print."""
    rows: list[Row] = []
    with tempfile.TemporaryDirectory(prefix="voltigo-bench-") as name, Progress() as progress:
        folder = Path(name)
        task = progress.add_task(f"making {visits:,} visits", total=18)
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
            lambda: dashboard(made),
            lambda: reports(made),
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
