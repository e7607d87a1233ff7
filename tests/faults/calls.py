"""Many calls at once, from real clients to real server processes."""

import asyncio
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx2

from services.privacy.consent_texts import SPOKEN_TERMS
from tests.factories import letters, reservation_body, typed_details
from tests.fixtures.staff import COOKIE, OWN_PAGE

PUBLIC = "/functions/v1/reserve-spot"
DESK = "/api/staff/reservations"


@dataclass(frozen=True)
class Answer:
    """What one call got; status 0 when the connection broke before an answer."""

    status: int
    body: dict[str, Any] = field(default_factory=dict)
    is_replay: bool = False


def distinct_bodies(count: int) -> list[dict[str, Any]]:
    """Calls of as many different households."""
    return [reservation_body(email=f"haushalt-{number}@example.org") for number in range(count)]


def desk_bodies(count: int) -> list[dict[str, Any]]:
    """Calls of staff for as many households, none of which has an address."""
    common = {name: reservation_body()[name] for name in ("annual_kwh", "payment_plan")}
    common |= {"channel": "telephone", **typed_details(street="Am Stein 3", town="Ingolstadt")}
    common |= {"consent": True, "consent_version": SPOKEN_TERMS}
    return [
        common | {"first_name": "Rosa", "last_name": f"Roth{letters(n)}", "mobile_phone": f"0171 5{n:06}"}
        for n in range(count)
    ]


def call_all(
    servers: Sequence[str],
    bodies: Sequence[dict[str, Any]],
    *,
    clients: int,
    keys: Sequence[str] | None = None,
    token: str = "",
) -> list[Answer]:
    """Send every body, `clients` at a time, to the servers in turn; answers in the order of the bodies. Those of the
    desk (`desk_bodies`) go there, with the `token` of a session.
    """
    staff = OWN_PAGE | {"Cookie": f"{COOKIE}={token}"}

    async def send(http: httpx2.AsyncClient, turn: asyncio.Semaphore, index: int) -> Answer:
        headers = {"Idempotency-Key": keys[index]} if keys else {}
        is_desk = "channel" in bodies[index]
        route = f"{servers[index % len(servers)]}{DESK if is_desk else PUBLIC}"
        async with turn:
            try:
                response = await http.post(route, json=bodies[index], headers=headers | (staff if is_desk else {}))
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
