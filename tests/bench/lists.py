"""`python -m tests.bench.lists [ROWS …]`: a page of the console's list among many reservations, beside the same among
a thousand. Every sort with every kind of filter and search, on both databases; the worst first. Then the search
while somebody types (`searches.py`), which alone is measured with `python -m tests.bench.searches [ROWS]`.

Measured is what a clerk feels: the whole call, from the route to the JSON, through the app in this process.
"""

import logging
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import structlog
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from sqlalchemy import create_engine, text
from starlette.testclient import TestClient

from services.app import create_app
from services.core.db.db import Database
from services.reservations.listing.filters import Order, Sort
from services.schema.migrate import migrate
from services.settings import Settings
from tests.bench import searches
from tests.bench.databases import database
from tests.bench.list_data import BY_PROVIDER, fill
from tests.fixtures.staff import add_member, own_page_client, state_of

LIST = "/api/staff/reservations"
SIZE = 50_000
FEW = 1_000
RUNS = 5
GOAL = 3.0

CASES: dict[str, dict[str, Any]] = {
    "all": {},
    "state: 4 of 10": {"state": ["reserved"]},
    "state: old ones": {"state": ["ended"]},
    "state: 1 of 100": {"state": ["withdrawn"]},
    "state: none": {"state": ["park_cancelled"]},
    "state: three": {"state": ["ended", "invited", "withdrawn"]},
    "package": {"annual_kwh": [3000]},
    "package: two": {"annual_kwh": [1000, 3000]},
    "plan": {"payment_plan": "48m"},
    "provider": {BY_PROVIDER: "E.ON"},
    "provider: 1 of 100": {BY_PROVIDER: "Tibber"},
    "park": {"park": "munich"},
    "spot": {"spot_number": 17},
    "campaign": {"utm_campaign": "fruehling"},
    "campaign: rare": {"utm_campaign": "messe-3"},
    "source": {"utm_source": "google"},
    "referral": {"referral_code": "freund-1"},
    "tag: 5 of 100": {"tag": "Rückruf"},
    "tag: rare": {"tag": "Umzug"},
    "tag: none": {"tag": "unbekannt"},
    "duplicate: open": {"duplicate": "open"},
    "duplicate: any": {"duplicate": "any"},
    "price: open": {"price_mismatch": "open"},
    "one day": {"created_from": "2026-10-20", "created_to": "2026-10-20"},
    "half the time": {"created_to": "2025-11-20"},
    "before all": {"created_to": "2020-01-01"},
    "follow-up due": {"follow_up_until": "2026-11-01"},
    "ids": {"ids": [1, 20, 300, 999]},
    "q: mueller": {"q": "mueller"},
    "q: anna müller": {"q": "anna müller"},
    "q: mü": {"q": "mü"},
    "q: m": {"q": "m"},
    "q: nobody": {"q": "qqqqq"},
    "q: postcode": {"q": "85049"},
    "q: postcode 85": {"q": "85"},
    "q: phone": {"q": "0151234"},
    "q: spot": {"q": "Platz 17"},
    "q: two common": {"q": "a m"},
    "q: words that never meet": {"q": "anna peter"},
    "q: gmx": {"q": "gmx"},
    "state + provider": {"state": ["active"], BY_PROVIDER: "Tibber"},
    "state + campaign": {"state": ["invited"], "utm_campaign": "sommer"},
    "package + plan": {"annual_kwh": [1000], "payment_plan": "48m"},
    "campaign + other source": {"utm_campaign": "brand", "utm_source": "facebook"},
    "old state + new days": {"state": ["ended"], "created_from": "2026-10-01"},
    "tag + state": {"tag": "Rückruf", "state": ["withdrawn"]},
    "duplicate + park": {"duplicate": "any", "park": "munich"},
    "q + state": {"q": "schmidt", "state": ["ended"]},
    "q + provider": {"q": "anna", BY_PROVIDER: "Tibber"},
    "follow-up + state": {"follow_up_until": "2026-11-01", "state": ["contracted"]},
}


@dataclass(frozen=True)
class Measured:
    """One list: milliseconds among many and among a thousand."""

    kind: str
    case: str
    sort: str
    many_ms: float
    few_ms: float

    @property
    def ratio(self) -> float:
        return self.many_ms / self.few_ms


def page_ms(client: TestClient, query: dict[str, str]) -> float:
    """How long one call of the list takes."""
    start = time.perf_counter()
    answer = client.get(LIST, params=query)
    elapsed = (time.perf_counter() - start) * 1000
    if answer.status_code != 200:
        raise SystemExit(f"{query}: {answer.status_code} {answer.text}")
    return elapsed


def measure(kind: str, few: TestClient, many: TestClient, progress: Progress) -> list[Measured]:
    """Every case with every sort: medians, both databases in turn."""
    sorts = [(sort.value, order.value) for sort in Sort for order in Order]
    task = progress.add_task(f"lists, {kind}", total=len(CASES) * len(sorts))
    found = []
    for name, filters in CASES.items():
        for sort, order in sorts:
            query = {**_as_query(filters), "sort": sort, "order": order}
            times = [(page_ms(few, query), page_ms(many, query)) for _ in range(RUNS + 1)][1:]
            few_ms, many_ms = (median(times_of_one) for times_of_one in zip(*times, strict=True))
            found.append(Measured(kind, name, f"{sort} {order}", many_ms, few_ms))
            progress.advance(task)
    return found


def _as_query(filters: dict[str, Any]) -> dict[str, str]:
    return {k: ",".join(map(str, v)) if isinstance(v, list) else str(v) for k, v in filters.items()}


@contextmanager
def clerk_of(url: str, folder: Path) -> Iterator[TestClient]:
    """A signed-in clerk's client of the whole product on this database."""
    settings = Settings(_env_file=None, database_url=url, data_dir=folder, scheduler="off", rate_limits="off")  # type: ignore[call-arg]
    with TestClient(create_app(settings, site=folder / "none")) as client:
        yield own_page_client(client, add_member(state_of(client).db, "staff").token)


def fill_new(url: str, count: int, progress: Progress, name: str) -> None:
    """Migrate an empty database and fill in so many reservations."""
    db = Database(url)
    migrate(db)
    db.close()
    task = progress.add_task(f"filling {name} with {count:,}", total=count)
    for done in fill(url, count):
        progress.update(task, completed=done)


def main() -> None:
    """Fill, measure, print."""
    sizes = [int(size) for size in sys.argv[1:]] or [SIZE]
    console = Console()
    quiet()
    for size in sizes:
        rows: list[Measured] = []
        found: list[searches.Measured] = []
        with Progress(console=console) as progress:
            for kind in ("sqlite", "postgresql"):
                lists, of_searches = _measure_on(kind, size, progress)
                rows, found = rows + lists, found + of_searches
        _print(console, size, rows)
        searches.show(console, size, found)


def quiet() -> None:
    """No line in the log for each call."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.ERROR))


def _measure_on(kind: str, size: int, progress: Progress) -> tuple[list[Measured], list[searches.Measured]]:
    with tempfile.TemporaryDirectory(prefix="voltigo-bench-") as name, database(kind, Path(name)) as url:
        folder = Path(name)
        urls = _two_databases(kind, folder, url)
        for address, count in zip(urls, (FEW, size), strict=True):
            fill_new(address, count, progress, kind)
        with clerk_of(urls[0], folder) as few, clerk_of(urls[1], folder) as many:
            return measure(kind, few, many, progress), searches.measure(kind, many)


def _two_databases(kind: str, folder: Path, url: str) -> list[str]:
    if kind == "sqlite":
        return [f"sqlite:///{folder / name}.sqlite3" for name in ("few", "many")]
    engine = create_engine(url, isolation_level="AUTOCOMMIT")
    urls = []
    for name in ("few", "many"):
        with engine.connect() as connection:
            connection.execute(text(f"CREATE DATABASE {name}"))
        urls.append(engine.url.set(database=name).render_as_string(hide_password=False))
    engine.dispose()
    return urls


def _print(console: Console, size: int, rows: list[Measured]) -> None:
    rows.sort(key=lambda row: row.ratio, reverse=True)
    for kind in ("sqlite", "postgresql"):
        of_kind = [row for row in rows if row.kind == kind]
        within = sum(row.ratio <= GOAL for row in of_kind)
        ratios = [row.ratio for row in of_kind]
        console.print(
            f"{kind}, {size:,} rows: {within} of {len(of_kind)} lists within {GOAL:.0f} ×; "
            f"median ratio {median(ratios):.2f}, worst {max(ratios):.1f}; "
            f"slowest {max(row.many_ms for row in of_kind):.1f} ms"
        )
    table = Table("database", "list", "sort", f"ms at {size:,}", f"ms at {FEW:,}", "ratio")
    for row in rows[:40]:
        table.add_row(row.kind, row.case, row.sort, f"{row.many_ms:.2f}", f"{row.few_ms:.2f}", f"{row.ratio:.1f}")
    console.print(table)


if __name__ == "__main__":
    main()
