"""A load generator of a few lines: raw HTTP/1.1 over kept connections, so that little of the machine goes to asking."""

import asyncio
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import cast

import uvloop


@dataclass
class Result:
    """What one run saw. Latencies in seconds."""

    seconds: float = 0.0
    statuses: Counter[int] = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)

    @property
    def rate(self) -> float:
        """Answers per second."""
        return sum(self.statuses.values()) / self.seconds

    def percentile(self, share: float) -> float:
        """The latency that `share` of all answers kept, in milliseconds."""
        ordered = sorted(self.latencies)
        return ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000


class _Client(asyncio.Protocol):
    """One connection: sends the next request as soon as an answer is whole."""

    def __init__(self, requests: Iterator[bytes], result: Result, done: "asyncio.Future[None]") -> None:
        self._requests = requests
        self._result = result
        self._done = done
        self._buffer = b""
        self._sent_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._send_next()

    def _send_next(self) -> None:
        request = next(self._requests, None)
        if request is None:
            self._transport.close()
            return
        self._sent_at = time.perf_counter()
        self._transport.write(request)

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        head, separator, rest = self._buffer.partition(b"\r\n\r\n")
        if not separator:
            return
        start = head.lower().find(b"content-length:")
        length = int(head[start + 15 :].split(b"\r\n", 1)[0]) if start >= 0 else 0
        if len(rest) < length:
            return
        self._buffer = b""
        self._result.latencies.append(time.perf_counter() - self._sent_at)
        self._result.statuses[int(head[9:12])] += 1
        self._send_next()

    def connection_lost(self, _error: Exception | None) -> None:
        if not self._done.done():
            self._done.set_result(None)


def request_bytes(path: str, body: bytes | None = None, headers: str = "") -> bytes:
    """One request as it goes over the wire."""
    method = "GET" if body is None else "POST"
    content = "" if body is None else f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
    return f"{method} {path} HTTP/1.1\r\nHost: bench\r\n{headers}{content}\r\n".encode() + (body or b"")


def run_load(port: int, requests: Iterator[bytes], clients: int) -> Result:
    """Send all requests over `clients` connections, each waiting for its answer, and measure."""
    result = Result()

    async def drive() -> None:
        loop = asyncio.get_running_loop()
        done = [loop.create_future() for _ in range(clients)]
        start = time.perf_counter()
        for future in done:
            await loop.create_connection(lambda f=future: _Client(requests, result, f), "127.0.0.1", port)  # type: ignore[misc]
        await asyncio.gather(*done)
        result.seconds = time.perf_counter() - start

    uvloop.run(drive())
    return result
