"""Mixed requests to the product behind a proxy, each of them once: what was acknowledged, and what failed."""

import ssl
from collections import Counter
from dataclasses import dataclass, field
from threading import Event, Lock, Thread
from typing import Any, Final

import httpx2

from tests.factories import reservation_body
from tests.fixtures.proved import proved
from tests.fixtures.staff import COOKIE, OWN_PAGE

RESERVE: Final = "/functions/v1/reserve-spot"
_CALLERS: Final = 6
_PAGES: Final = ("/", "/faqs", "/pilot", "/reservierung")
_RESERVE_EVERY: Final = 40
_PAUSE_SECONDS: Final = proved(0.4, 0)
"""Of a caller. A sample is small: without a pause the servers would be busy with it while others start."""
_VISIT: Final = {"step": "page_view", "path": "/faqs", "is_arrival": False}


@dataclass
class MixedLoad:
    """Pages, visits, reservations, lists of staff and calls of a household, by some callers at once."""

    url: str
    trust: ssl.SSLContext
    staff_token: str
    household_token: str
    failures: list[str] = field(default_factory=list)
    references: list[str] = field(default_factory=list)
    visits: int = 0
    answered: Counter[str] = field(default_factory=Counter)
    """Requests by kind."""

    def __post_init__(self) -> None:
        self._lock, self._stop, self._number = Lock(), Event(), 0
        self._threads = [Thread(target=self._call, daemon=True) for _ in range(_CALLERS)]

    def start(self) -> None:
        """From now on requests are made."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Wait for what is under way."""
        self._stop.set()
        for thread in self._threads:
            thread.join()

    @property
    def total(self) -> int:
        """How many requests were answered or failed."""
        return sum(self.answered.values()) + len(self.failures)

    def _call(self) -> None:
        cookies = {f"__Host-{COOKIE}": self.staff_token, "__Host-voltigo-household": self.household_token}
        with httpx2.Client(
            base_url=self.url, verify=self.trust, timeout=60, headers=OWN_PAGE, cookies=cookies
        ) as client:
            while not self._stop.wait(_PAUSE_SECONDS):
                with self._lock:
                    self._number += 1
                    number = self._number
                self._one(client, number)

    def _one(self, client: httpx2.Client, number: int) -> None:
        kind, answer = "", None
        try:
            kind, answer = self._request(client, number)
        except httpx2.HTTPError as error:
            self._note(f"{number} {kind}: {error!r}", kind, None)
            return
        is_full = answer.status_code == 409 and answer.json().get("code") == "park_full"
        is_good = answer.status_code in (200, 204) or is_full
        self._note("" if is_good else f"{number} {kind}: {answer.status_code} {answer.text[:200]}", kind, answer)

    def _request(self, client: httpx2.Client, number: int) -> tuple[str, httpx2.Response]:
        if number % _RESERVE_EVERY == 0:
            return "reserve", client.post(RESERVE, json=reservation_body(email=f"h{number}@example.org"))
        turn = number % 10
        if turn < 4:
            return "page", client.get(_PAGES[turn])
        if turn < 7:
            return "visit", client.post("/api/visits", json=_VISIT)
        if turn == 7:
            return "list", client.get("/api/staff/reservations", params={"page": 1, "per_page": 10})
        if turn == 8:
            return "household", client.get("/api/household/reservation")
        return "parks", client.get("/api/parks")

    def _note(self, failure: str, kind: str, answer: Any) -> None:
        with self._lock:
            if failure:
                self.failures.append(failure)
                return
            self.answered[kind] += 1
            self.visits += kind == "visit"
            if kind == "reserve" and answer.status_code == 200:
                self.references.append(answer.json()["reference"])
