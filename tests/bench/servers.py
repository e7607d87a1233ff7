"""`python -m tests.bench.servers`: what several servers on one PostgreSQL give, and what a shared limit costs.

Each figure is measured in turn with what it is compared with; medians of the rounds.
"""

import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from pathlib import Path
from statistics import median
from typing import Final

from rich.console import Console
from rich.table import Table
from sqlalchemy import create_engine, text

from tests.bench.__main__ import CLIENTS, reservations, visits
from tests.bench.databases import database
from tests.bench.load import Result, request_bytes, run_load
from tests.fixtures.servers import Server, server_starter

ROUNDS: Final = 3
CALLS: Final = 3_000
SERVERS: Final = 3
LIMIT: Final = 300
ALONE: Final = """
import asyncio
from services.core.http.callers.shared_limit import SharedLimit
SharedLimit._tell = lambda *_: asyncio.sleep(0)
from services.cli import app
app(["serve"])
"""
"""A server whose limit of visits is its own."""
_addresses = count(1)


def visits_of(callers: int, calls: int) -> Iterator[bytes]:
    """Visits of so many households in turn, none of which has called before."""
    first = next(_addresses)
    for number, request in enumerate(visits(calls)):
        caller = f"10.{first}.{number % callers // 250}.{number % callers % 250}"
        yield request.replace(b"\r\n", f"\r\nX-Forwarded-For: {caller}\r\n".encode(), 1)


def together(servers: list[Server], kind: str) -> float:
    """Calls per second of all servers together."""
    calls = CALLS // len(servers)

    def one(server: Server) -> Result:
        asked = reservations(calls) if kind == "reserve" else visits_of(1000, calls)
        return run_load(server.port, asked, CLIENTS // len(servers))

    with ThreadPoolExecutor(len(servers)) as pool:
        results = list(pool.map(one, servers))
    statuses = {status for result in results for status in result.statuses}
    assert statuses <= {200, 204}, statuses
    return sum(sum(result.statuses.values()) for result in results) / max(result.seconds for result in results)


def visit_rates(servers: dict[str, Server], callers: int) -> dict[str, float]:
    """Visits per second of each server, and the rate of a bare route, in turn."""
    rates: dict[str, list[float]] = {name: [] for name in (*servers, "bare")}
    for _ in range(ROUNDS):
        for name, server in servers.items():
            result = run_load(server.port, visits_of(callers, CALLS), CLIENTS)
            assert set(result.statuses) == {204}, result.statuses
            rates[name].append(result.rate)
        bare = iter([request_bytes("/healthz")] * CALLS)
        rates["bare"].append(run_load(servers["shared"].port, bare, CLIENTS).rate)
    return {name: median(found) for name, found in rates.items()}


def main() -> None:
    """Print the table."""
    table = Table("measured", "per second", "compared with", "ratio")
    with tempfile.TemporaryDirectory() as name, database("postgresql", Path(name)) as url:
        script = Path(name) / "alone.py"
        script.write_text(ALONE)
        usual = {"scheduler": "off", "trusted_proxies": "127.0.0.1", "rate_limits": f"visit={LIMIT}/60"}
        with server_starter(Path(name)) as start:
            limited = {"shared": start(url, **usual), "alone": start(url, script=script, **usual)}
            for callers, words in ((1000, "of 1,000 callers"), (12, f"of 12 callers, {CALLS // 12} each")):
                rates = visit_rates(limited, callers)
                shared, alone, bare = rates["shared"], rates["alone"], rates["bare"]
                table.add_row(f"visits {words}", f"{shared:,.0f}", f"own limit: {alone:,.0f}", f"{shared / alone:.2f}")
                table.add_row("", "", f"bare route: {bare:,.0f}", f"{shared / bare:.2f}")
            for server in limited.values():
                server.stop()
            _make_room(url)
            servers = [start(url, scheduler="off", rate_limits="off") for _ in range(SERVERS)]
            for kind in ("reserve", "visits"):
                one, three = [], []
                for _ in range(ROUNDS):
                    one.append(together(servers[:1], kind))
                    three.append(together(servers, kind))
                found = median(three), median(one)
                table.add_row(
                    f"{kind}, 3 servers", f"{found[0]:,.0f}", f"1 server: {found[1]:,.0f}", f"{found[0] / found[1]:.2f}"
                )
    Console().print(table)


def _make_room(url: str) -> None:
    """Places for all rounds in the park."""
    spots = (
        "INSERT INTO spots (park_id, number, state, changed_at) "
        "SELECT 'ingolstadt', number, 'free', now() FROM generate_series(501, 40000) AS number"
    )
    engine = create_engine(url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE parks SET spot_limit = 40000, kwh_limit = NULL WHERE id = 'ingolstadt'"))
        connection.execute(text(spots))
    engine.dispose()


if __name__ == "__main__":
    main()
