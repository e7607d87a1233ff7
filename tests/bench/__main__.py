"""`make bench`: each figure beside its own limit, measured in turn in the same run, printed as ratios.

Absolute rates depend on the machine and its neighbours; a ratio against the bare route of the same server says what
our own code costs. Medians of five rounds.
"""

import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from statistics import median

from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from sqlalchemy import create_engine, text

from services.core.db.db import Database
from services.schema.migrate import migrate
from tests.bench import lists, models, store
from tests.bench.databases import database
from tests.bench.load import Result, request_bytes, run_load
from tests.factories import reservation_body
from tests.fixtures.servers import server_starter

CLIENTS = 64
ROUNDS = 5
CALLS = 3_000
_SPOTS = 100_000
_numbers = count(1)


@dataclass(frozen=True)
class Row:
    """One line of the result: our rate and the limit's, medians over the rounds."""

    name: str
    ours: float
    limit: float
    p99_ms: float
    goal: float

    @property
    def ratio(self) -> float:
        return self.ours / self.limit


def reservations(calls: int) -> Iterator[bytes]:
    """Whole calls of as many households, each with a key and a touch."""
    touch = {"utm_source": "google", "utm_medium": "cpc", "utm_campaign": "fruehling", "landing_path": "/"}
    for _ in range(calls):
        number = next(_numbers)
        who = {"last_name": f"Müller-{_letters(number)}", "mobile_phone": f"0170 {1_000_000 + number}"}
        body = reservation_body(email=f"haushalt-{number}@example.org", touches=[touch], **who)
        yield request_bytes(
            "/functions/v1/reserve-spot", json.dumps(body).encode(), f"Idempotency-Key: bench-{number}\r\n"
        )


def _letters(number: int) -> str:
    """Names hold no digits. Households of one name would all be looked at as possible duplicates."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def visits(calls: int) -> Iterator[bytes]:
    """Page views and steps of as many visitors, a fifth of them by a campaign, from the browsers of the day."""
    paths = ("/", "/faqs", "/pilot", "/reservierung", "/solar-gutschriftsrechner")
    for _ in range(calls):
        number = next(_numbers)
        touch = {"referrer_host": "www.google.com", "landing_path": "/"}
        if number % 5 == 0:
            touch |= {"utm_source": "google", "utm_medium": "cpc", "utm_campaign": "fruehling"}
        step = "page_view" if number % 3 else "form_started"
        body = {"step": step, "path": paths[number % 5], "is_arrival": number % 4 == 0, "touch": touch}
        browser = f"User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:{100 + number % 40}.0) Gecko/20100101 Firefox/140.0"
        headers = f"{browser}\r\nSec-Fetch-Site: same-origin\r\n"
        yield request_bytes("/api/visits", json.dumps(body).encode(), headers)


def compare(progress: Progress, port: int, name: str, ours: Callable[[], list[bytes]], goal: float) -> Row:
    """Run the bare route and ours in turn and take medians."""
    bare = request_bytes("/healthz")
    task = progress.add_task(name, total=ROUNDS + 1)
    limits: list[Result] = []
    results: list[Result] = []
    for round_ in range(ROUNDS + 1):
        requests = ours()
        limit = run_load(port, iter([bare] * CALLS), CLIENTS)
        result = run_load(port, iter(requests), CLIENTS)
        if not set(result.statuses) <= {200, 204}:
            raise SystemExit(f"{name}: {dict(result.statuses)} instead of successes only")
        if round_:  # the first warms up
            limits.append(limit)
            results.append(result)
        progress.advance(task)
    return Row(
        name,
        median(r.rate for r in results),
        median(r.rate for r in limits),
        median(r.percentile(0.99) for r in results),
        goal,
    )


@contextmanager
def server(database_url: str, data_dir: Path) -> Iterator[int]:
    """The port of the product as it is served, without limits on calls and without jobs."""
    with closing(Database(database_url)) as db:
        migrate(db)
    _add_spots(database_url)
    with server_starter(data_dir) as start:
        yield start(database_url, data_dir=data_dir, rate_limits="off", scheduler="off").port


def _add_spots(database_url: str) -> None:
    """A park large enough for all rounds."""
    engine = create_engine(database_url)
    row = {"park": "ingolstadt", "state": "free", "at": "2026-01-01 00:00:00.000000"}
    insert = text("INSERT INTO spots (park_id, number, state, changed_at) VALUES (:park, :number, :state, :at)")
    with engine.begin() as connection:
        connection.execute(insert, [{**row, "number": number} for number in range(501, _SPOTS)])
        connection.execute(text("UPDATE parks SET spot_limit = :spots, kwh_limit = NULL"), {"spots": _SPOTS - 1})
    engine.dispose()


def main() -> None:
    """Measure and print."""
    rows: list[Row] = []
    page = [request_bytes("/", headers="Accept-Encoding: br\r\n")] * CALLS
    with tempfile.TemporaryDirectory() as folder, Progress() as progress:
        for kind in ("sqlite", "postgresql"):
            data_dir = Path(folder) / kind
            data_dir.mkdir()
            with database(kind, Path(folder)) as url, server(url, data_dir) as port:
                name = f"reservation call, {kind}"
                rows.append(compare(progress, port, name, lambda: list(reservations(CALLS)), 0.25))
                rows.append(compare(progress, port, f"visit call, {kind}", lambda: list(visits(CALLS)), 0.35))
                if kind == "sqlite":
                    rows.append(compare(progress, port, "public page /", lambda: page, 0.60))
    table = Table("measured", "per second", "bare route", "ratio", "goal", "p99 ms")
    for row in rows:
        mark = "✓" if row.ratio >= row.goal else "–"
        cells = (
            f"{row.ours:.0f}",
            f"{row.limit:.0f}",
            f"{row.ratio:.0%}",
            f"≥ {row.goal:.0%} {mark}",
            f"{row.p99_ms:.0f}",
        )
        table.add_row(row.name, *cells)
    Console().print(table)
    lists.main()
    models.main()
    store.main()


if __name__ == "__main__":
    main()
