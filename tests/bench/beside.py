"""Calls of others while a heavy report runs, beside the same calls while none does, in turn on one server.

The calls come at a steady pace, as those of real people do: a load that fills the machine by itself would measure how
two loads share it. The report is another one each time, so that nothing of it is kept.
"""

import asyncio
import json
import threading
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from services.core.db.db import Database
from tests.bench.load import request_bytes
from tests.fixtures.servers import server_starter
from tests.fixtures.staff import COOKIE, add_member

_PACE = 0.01
"""Seconds between two calls of a client."""
_SECONDS = 6.0
_ROUNDS = 3
_HEAVY = "/api/staff/reports/quality?from=2025-11-01&to=2026-10-31&look_back_days={days}"


@dataclass
class Beside:
    """Latencies in seconds with and without a heavy report, and how many reports there were."""

    quiet: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)
    reports: int = 0

    def p99_ms(self, of: list[float]) -> float:
        """What 99 of 100 calls kept."""
        return sorted(of)[int(0.99 * len(of))] * 1000

    @property
    def ratio(self) -> float:
        return self.p99_ms(self.busy) / self.p99_ms(self.quiet)


def beside_heavy_runs(url: str, data_dir: Path) -> Beside:
    """Measure on a database with much in it."""
    db = Database(url)
    token = add_member(db, "admin").token
    db.close()
    found = Beside()
    with server_starter(data_dir) as start:
        server = start(url, data_dir=data_dir, rate_limits="off", scheduler="off")
        address, port = server.url, server.port
        for round_ in range(_ROUNDS + 1):
            quiet = _paced(port, token)
            with _heavy_runs(address, token, found):
                time.sleep(0.3)
                busy = _paced(port, token)
            if round_:  # the first warms up
                found.quiet += quiet
                found.busy += busy
    return found


@contextmanager
def _heavy_runs(address: str, token: str, found: Beside) -> Iterator[None]:
    """One heavy report after the other, by somebody who changes its parameters each time."""
    is_over = threading.Event()

    def ask() -> None:
        while not is_over.is_set():
            called = address + _HEAVY.format(days=1 + found.reports % 365)
            request = urllib.request.Request(called, headers={"Cookie": f"{COOKIE}={token}"})
            with urllib.request.urlopen(request, timeout=120) as answer:
                answer.read()
            found.reports += 1

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def _paced(port: int, token: str) -> list[float]:
    """Latencies of two clients: a clerk who reads, and visitors who come."""
    visit = {"step": "page_view", "path": "/", "is_arrival": True, "touch": {"landing_path": "/"}}
    headers = "User-Agent: Mozilla/5.0 (X11) Firefox/140.0\r\nSec-Fetch-Site: same-origin\r\n"
    visits = request_bytes("/api/visits", json.dumps(visit).encode(), headers)
    session = request_bytes("/api/staff/session", headers=f"Cookie: {COOKIE}={token}\r\n")

    async def both() -> list[float]:
        of_each = await asyncio.gather(_client(port, visits), _client(port, session))
        return [latency for latencies in of_each for latency in latencies]

    return asyncio.run(both())


async def _client(port: int, request: bytes) -> list[float]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    latencies, until = [], time.perf_counter() + _SECONDS
    while (begun := time.perf_counter()) < until:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        if int(head[9:12]) >= 300:
            raise SystemExit(head.decode())
        start = head.lower().find(b"content-length:")
        if start >= 0:
            await reader.readexactly(int(head[start + 15 :].split(b"\r\n", 1)[0]))
        latencies.append(time.perf_counter() - begun)
        await asyncio.sleep(max(0.0, _PACE - latencies[-1]))
    writer.close()
    return latencies
