"""`python -m tests.bench.searches [ROWS]`: the console's search while somebody types, among many reservations.

Measured is the whole call, as in `lists.py`; medians of five, and the slowest of all.
"""

import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from starlette.testclient import TestClient

from tests.bench.databases import database

SEARCH = "/api/staff/search"
SIZE = 1_000_000
RUNS = 5
GOAL_MS = 150.0
CASES = {
    "two letters": "mu",
    "two letters, half of all addresses": "we",
    "two letters, umlaut": "sö",
    "three letters": "sch",
    "first name": "anna",
    "last name": "Schmidt",
    "both names": "anna müller",
    "names the other way, beginning": "müll sab",
    "two beginnings": "an mu",
    "hyphen": "Müller-Lüdenscheidt",
    "one error, frequent": "Schmdit",
    "one error, rare": "Webermanbalo",
    "one error and a name": "Peter Schneidr",
    "spot": "23",
    "name and spot": "schmidt 4",
    "end of a telephone number": "0025",
    "longer end of one": "3920025",
    "beginning of a telephone number": "0151 23",
    "postcode": "85049",
    "beginning of a postcode": "850",
    "domain of an address": "gmx.de",
    "reference": "VG-7K3M",
    "nobody": "qqqqq",
    "names that never meet": "peter sabine anna",
}


@dataclass(frozen=True)
class Measured:
    """One search: milliseconds of the middle run and of the slowest."""

    kind: str
    case: str
    typed: str
    median_ms: float
    worst_ms: float
    total: int


def measure(kind: str, client: TestClient) -> list[Measured]:
    """Every case."""
    return [_measured(kind, client, case, typed) for case, typed in CASES.items()]


def _measured(kind: str, client: TestClient, case: str, typed: str) -> Measured:
    times, total = [], 0
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        answer = client.get(SEARCH, params={"q": typed})
        times.append((time.perf_counter() - start) * 1000)
        if answer.status_code != 200:
            raise SystemExit(f"{typed}: {answer.status_code} {answer.text}")
        total = answer.json()["total"]
    return Measured(kind, case, typed, median(times[1:]), max(times), total)


def show(console: Console, size: int, rows: list[Measured]) -> None:
    """Print them, the slowest first."""
    for kind in sorted({row.kind for row in rows}, reverse=True):
        of_kind = sorted((row for row in rows if row.kind == kind), key=lambda row: -row.median_ms)
        within = sum(row.median_ms <= GOAL_MS for row in of_kind)
        console.print(
            f"{kind}, {size:,} rows: {within} of {len(of_kind)} searches within {GOAL_MS:.0f} ms; "
            f"median {median(row.median_ms for row in of_kind):.0f} ms, "
            f"worst run {max(row.worst_ms for row in of_kind):.0f} ms"
        )
        table = Table("search", "typed", "hits", "median ms", "worst ms")
        for row in of_kind:
            table.add_row(row.case, row.typed, str(row.total), f"{row.median_ms:.1f}", f"{row.worst_ms:.1f}")
        console.print(table)


def main() -> None:
    """Fill, measure, print."""
    from tests.bench.lists import clerk_of, fill_new, quiet  # which imports this module

    size = int(sys.argv[1]) if len(sys.argv) > 1 else SIZE
    console = Console()
    quiet()
    for kind in ("sqlite", "postgresql"):
        with tempfile.TemporaryDirectory(prefix="voltigo-bench-") as name, database(kind, Path(name)) as url:
            with Progress(console=console) as progress:
                fill_new(url, size, progress, kind)
            with clerk_of(url, Path(name)) as client:
                show(console, size, measure(kind, client))


if __name__ == "__main__":
    main()
