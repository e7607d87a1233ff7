"""Households that reserve one after another, and what each was promised, and when."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

import httpx2

from services.core.clock import utc_now
from tests.faults.calls import PUBLIC, distinct_bodies
from tests.services.stored import wait_for

_CLIENTS: Final = 4
_MOST: Final = 480
_PACE_SECONDS: Final = 0.02


@dataclass
class Promised:
    """Reserves at servers in turn until it is told to end, or its server is killed."""

    urls: Sequence[str]
    promised: dict[str, tuple[int, datetime]] = field(default_factory=dict)
    """Number of the place and moment of the answer, by reference."""
    is_over: threading.Event = field(default_factory=threading.Event)

    def begin(self) -> list[threading.Thread]:
        """The threads that reserve, from now on."""
        bodies = distinct_bodies(_MOST)
        threads = [threading.Thread(target=self._reserve, args=(n, bodies[n::_CLIENTS])) for n in range(_CLIENTS)]
        for thread in threads:
            thread.start()
        return threads

    def wait_for(self, count: int) -> None:
        """Until so many are promised."""
        wait_for(lambda: len(self.promised) >= count)

    def _reserve(self, turn: int, bodies: list[dict[str, object]]) -> None:
        with httpx2.Client(timeout=60) as http:
            for number, body in enumerate(bodies, turn):
                if self.is_over.wait(_PACE_SECONDS):
                    return
                try:
                    answer = http.post(f"{self.urls[number % len(self.urls)]}{PUBLIC}", json=body)
                except httpx2.TransportError:
                    return
                if answer.status_code == 200:
                    told = answer.json()
                    self.promised[told["reference"]] = (told["spot_number"], utc_now())
