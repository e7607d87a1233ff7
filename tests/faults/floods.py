"""Callers who mean harm, many at a time and each from addresses of its own, and real users beside them.

The flood is a process of its own: in that of the real users it would delay them by itself.
"""

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, ExitStack, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from multiprocessing.connection import Connection
from typing import Final

import httpx2

from tests.factories import reservation_body
from tests.fixtures.forking import forking
from tests.fixtures.servers import Server
from tests.fixtures.staff import COOKIE, OWN_PAGE

_PER_ADDRESS: Final = 90
"""Fewer than one caller may hold, or the server would refuse the rest at once."""
_HALF_A_HEAD: Final = b"GET / HTTP/1.1\r\nHost: voltigo.example\r\nX-a: "
_LINES: Final = b"X-more: " + b"y" * 4000 + b"\r\n"
_LOG_INS: Final = 60
_HEADERS: Final = 20
_households = count(1)
_PROCESSES = forking(__name__)


@dataclass(frozen=True)
class Target:
    """The server that is flooded."""

    url: str
    port: int


Flood = Callable[[Target], AbstractAsyncContextManager[None]]


async def real_users(server: Server, calls: int, token: str) -> Counter[int]:
    """Four people, each from a network of its own: pages, the park, a reservation, a list of staff; their answers."""
    measured: Counter[int] = Counter()
    await asyncio.gather(*(_user(server, measured, calls // 4, f"127.0.{n}.1", token) for n in range(1, 5)))
    return measured


async def _user(server: Server, measured: Counter[int], calls: int, address: str, token: str) -> None:
    async with _browser(server, address) as http:
        for number in range(calls):
            try:
                status = await (_reserve(server) if number % 8 == 3 else _look(http, number, token))
            except httpx2.TransportError:
                status = 0
            measured[status] += 1


def _browser(server: Server, address: str) -> httpx2.AsyncClient:
    transport = httpx2.AsyncHTTPTransport(local_address=address)
    return httpx2.AsyncClient(base_url=server.url, transport=transport, timeout=60)


async def _reserve(server: Server) -> int:
    """Each household comes from a network of its own: many from one are what the limits are there for."""
    household = next(_households)
    body = reservation_body(email=f"haushalt-{household}@example.org", mobile_phone=f"0171 {3_000_000 + household}")
    async with _browser(server, f"127.{60 + household // 250}.{household % 250}.1") as http:
        return (await http.post("/functions/v1/reserve-spot", json=body)).status_code


async def _look(http: httpx2.AsyncClient, number: int, token: str) -> int:
    if number % 8 == 6:
        headers = OWN_PAGE | {"Cookie": f"{COOKIE}={token}"}
        return (await http.get("/api/staff/reservations", headers=headers)).status_code
    return (await http.get(("/", "/reservierung", "/api/parks")[number % 3])).status_code


@asynccontextmanager
async def slow_connections(target: Target, connections: int) -> AsyncIterator[None]:
    """So many that never finish the head of their request, from as many addresses as that needs."""
    with _held(target, connections):
        yield


@contextmanager
def _held(target: Target, connections: int) -> Iterator[None]:
    with ExitStack() as stack:
        for number in range(connections):
            source = (f"127.{2 + number // (_PER_ADDRESS * 250)}.{number // _PER_ADDRESS % 250}.9", 0)
            line = socket.create_connection(("127.0.0.1", target.port), timeout=30, source_address=source)
            stack.enter_context(line)
            line.sendall(_HALF_A_HEAD)
        yield


@asynccontextmanager
async def header_flood(target: Target) -> AsyncIterator[None]:
    """Callers who send headers without an end, again and again."""
    async with _repeated(_endless_head, target, _HEADERS):
        yield


async def _endless_head(target: Target, number: int) -> None:
    source = (f"127.40.0.{number + 1}", 0)
    with suppress(OSError):
        _, writer = await asyncio.open_connection("127.0.0.1", target.port, local_addr=source)
        writer.write(b"GET / HTTP/1.1\r\n")
        with suppress(OSError):
            for _ in range(2000):
                writer.write(_LINES)
                await writer.drain()
        writer.close()


@asynccontextmanager
async def log_in_flood(target: Target) -> AsyncIterator[None]:
    """Guessed passwords, sixty at a time, each from an address of its own and at an account of its own."""
    async with _repeated(_guess, target, _LOG_INS):
        yield


async def _guess(target: Target, number: int) -> None:
    transport = httpx2.AsyncHTTPTransport(local_address=f"127.50.0.{number + 1}")
    async with httpx2.AsyncClient(base_url=target.url, transport=transport, timeout=60) as http:
        body = {"email": f"nobody-{number}@voltigo.example", "password": "geraten und geraten"}
        with suppress(httpx2.TransportError):
            await http.post("/api/staff/session", json=body, headers=OWN_PAGE)


@asynccontextmanager
async def _repeated(act: Callable[[Target, int], object], target: Target, callers: int) -> AsyncIterator[None]:
    is_over = asyncio.Event()

    async def again(number: int) -> None:
        while not is_over.is_set():
            await act(target, number)  # type: ignore[misc]

    tasks = [asyncio.create_task(again(number)) for number in range(callers)]
    try:
        yield
    finally:
        is_over.set()
        await asyncio.gather(*tasks)


def _flood(flood: Flood, target: Target, ends: Connection) -> None:
    """Say when it has begun, and go on until the other end says so or is gone."""

    async def run() -> None:
        async with flood(target):
            ends.send("begun")
            with suppress(EOFError):
                await asyncio.to_thread(ends.recv)

    asyncio.run(run())


@contextmanager
def _flooded(server: Server, flood: Flood) -> Iterator[None]:
    ours, theirs = _PROCESSES.Pipe()
    process = _PROCESSES.Process(target=_flood, args=(flood, Target(server.url, server.port), theirs))
    process.start()
    theirs.close()
    assert ours.recv() == "begun"
    yield
    ours.close()
    process.join(60)
    assert process.exitcode == 0


def beside(server: Server, flood: Flood, calls: int, token: str) -> tuple[Counter[int], Counter[int]]:
    """How real users are answered alone, and then beside the flood."""
    before = asyncio.run(real_users(server, calls, token))
    with _flooded(server, flood):
        return before, asyncio.run(real_users(server, calls, token))


def floods(sizes: Sequence[int]) -> dict[str, Flood]:
    """Each kind by its name."""
    slow = {f"{size:,} slow connections": partial(slow_connections, connections=size) for size in sizes}
    return {**slow, "endless headers": header_flood, "guessed passwords": log_in_flood}
