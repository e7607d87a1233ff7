"""Calls to whichever server answers, as browsers make them."""

import asyncio
import time
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import httpx2

from tests.faults.mixed_load.ledger import Ledger
from tests.fixtures.servers import Server
from tests.fixtures.staff import OWN_PAGE

_TRIES: Final = 400
_UNANSWERED: Final = {0, 503}


@dataclass
class Traffic:
    """`servers` change while it runs: one that was killed is replaced by the next."""

    servers: list[Server]
    ledger: Ledger
    random: Random
    ends_at: float = 0.0
    """By `time.monotonic`."""

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.ends_at

    def client(self) -> httpx2.AsyncClient:
        """A browser with cookies of its own."""
        return httpx2.AsyncClient(timeout=60, headers=OWN_PAGE)

    async def once(self, client: httpx2.AsyncClient, method: str, path: str, **call: Any) -> httpx2.Response:
        """One call to a server taken by chance; status 0 where the connection broke."""
        sent_at = time.monotonic()
        try:
            answer = await client.request(method, self.random.choice(self.servers).url + path, **call)
        except httpx2.TransportError:
            self.ledger.statuses[0] += 1
            return httpx2.Response(0)
        self.ledger.answered(method, path, answer.status_code, sent_at)
        return answer

    async def until_answered(self, client: httpx2.AsyncClient, method: str, path: str, **call: Any) -> httpx2.Response:
        """The same call again until it is answered by more than „not now“, as a patient program does."""
        for _ in range(_TRIES):
            answer = await self.once(client, method, path, **call)
            if answer.status_code not in _UNANSWERED and not _is_in_progress(answer):
                return answer
            await self.pause(0.1, 0.4)
        raise AssertionError(f"{method} {path} was never answered")

    async def pause(self, least: float, most: float) -> None:
        """What a person needs between two steps; it only sets the pace of the load."""
        await asyncio.sleep(self.random.uniform(least, most))


def _is_in_progress(answer: httpx2.Response) -> bool:
    return answer.status_code == 409 and answer.json().get("code") == "in_progress"
