"""Calls to whichever server answers, as browsers make them."""

import asyncio
import ssl
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import httpx2

from tests.faults.mixed_load.ledger import Ledger
from tests.fixtures.staff import COOKIE, OWN_PAGE, Member

UNANSWERED: Final = (0, 502, 503)
"""The connection broke; a proxy says that its server's broke; "not now"."""
_TRIES: Final = 400


@dataclass
class Traffic:
    """`urls` change while it runs: a server that was killed is replaced by the next. Behind a proxy there is one."""

    urls: Callable[[], Sequence[str]]
    ledger: Ledger
    random: Random
    ends_at: float = 0.0
    """By `time.monotonic`."""
    trust: ssl.SSLContext | None = None
    """What trusts the certificate of the proxy; None without one."""

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.ends_at

    def client(self) -> httpx2.AsyncClient:
        """A browser with cookies of its own."""
        return httpx2.AsyncClient(timeout=60, headers=OWN_PAGE, verify=self.trust or True)

    def cookie(self, member: Member) -> dict[str, str]:
        """The session of a member of staff."""
        return {"Cookie": f"{'__Host-' if self.trust else ''}{COOKIE}={member.token}"}

    async def once(self, client: httpx2.AsyncClient, method: str, path: str, **call: Any) -> httpx2.Response:
        """One call to a server taken by chance; status 0 where the connection broke."""
        sent_at = time.monotonic()
        try:
            answer = await client.request(method, self.random.choice(self.urls()) + path, **call)
        except httpx2.TransportError:
            self.ledger.statuses[0] += 1
            return httpx2.Response(0)
        self.ledger.answered(method, path, answer.status_code, sent_at)
        return answer

    async def until_answered(self, client: httpx2.AsyncClient, method: str, path: str, **call: Any) -> httpx2.Response:
        """The same call again until it is answered by more than „not now“, as a patient program does."""
        for _ in range(_TRIES):
            answer = await self.once(client, method, path, **call)
            if answer.status_code not in UNANSWERED and not _is_in_progress(answer):
                self.ledger.replayed += answer.headers.get("idempotency-replayed") == "true"
                return answer
            self.ledger.sent_again += 1
            await self.pause(0.1, 0.4)
        raise AssertionError(f"{method} {path} was never answered")

    async def pause(self, least: float, most: float) -> None:
        """What a person needs between two steps; it only sets the pace of the load."""
        await asyncio.sleep(self.random.uniform(least, most))


def _is_in_progress(answer: httpx2.Response) -> bool:
    return answer.status_code == 409 and answer.json().get("code") == "in_progress"
