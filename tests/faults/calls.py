"""Many calls at once, from real clients to real server processes."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx2

from tests.factories import reservation_body


@dataclass(frozen=True)
class Answer:
    """What one call got; status 0 when the connection broke before an answer."""

    status: int
    body: dict[str, Any] = field(default_factory=dict)
    is_replay: bool = False


def distinct_bodies(count: int) -> list[dict[str, Any]]:
    """Calls of as many different households."""
    return [reservation_body(email=f"haushalt-{number}@example.org") for number in range(count)]


def call_all(
    servers: Sequence[str], bodies: Sequence[dict[str, Any]], *, clients: int, keys: Sequence[str] | None = None
) -> list[Answer]:
    """Send every body, `clients` at a time, to the servers in turn; answers in the order of the bodies."""

    async def send(http: httpx2.AsyncClient, turn: asyncio.Semaphore, index: int) -> Answer:
        headers = {"Idempotency-Key": keys[index]} if keys else {}
        async with turn:
            try:
                response = await http.post(
                    f"{servers[index % len(servers)]}/functions/v1/reserve-spot", json=bodies[index], headers=headers
                )
            except httpx2.TransportError:
                return Answer(0)
        return Answer(
            response.status_code, json.loads(response.content), response.headers.get("idempotency-replayed") == "true"
        )

    async def run() -> list[Answer]:
        turn = asyncio.Semaphore(clients)
        limits = httpx2.Limits(max_connections=clients)
        async with httpx2.AsyncClient(timeout=60, limits=limits) as http:
            return await asyncio.gather(*(send(http, turn, index) for index in range(len(bodies))))

    return asyncio.run(run())
