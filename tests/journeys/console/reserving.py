"""Households that reserve while staff look on."""

from itertools import count
from typing import Any

import httpx2
from playwright.sync_api import Page

from tests.factories import reservation_body
from tests.fixtures.servers import Server

_ADDRESS = "/functions/v1/reserve-spot"
_numbers = count(1)


def reserve(page: Page, server: Server, **changes: object) -> int:
    """Reserve through the public API, by default with an address of its own; answers the number of the spot."""
    answer = page.request.post(f"{server.url}{_ADDRESS}", data=_body(changes))
    assert answer.ok, answer.text()
    number: int = answer.json()["spot_number"]
    return number


def reserve_before(server: Server, **changes: object) -> None:
    """The same before there is a page, for what a whole module reads."""
    answer = httpx2.post(f"{server.url}{_ADDRESS}", json=_body(changes), timeout=60)
    assert answer.is_success, answer.text


def _body(changes: dict[str, object]) -> dict[str, Any]:
    return reservation_body(**{"email": f"haushalt-{next(_numbers)}@example.org", **changes})
