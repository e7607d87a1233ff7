"""Households that reserve while staff look on."""

from itertools import count

from playwright.sync_api import Page

from tests.factories import reservation_body
from tests.fixtures.servers import Server

_numbers = count(1)


def reserve(page: Page, server: Server, **changes: object) -> int:
    """Reserve through the public API, by default with an address of its own; answers the number of the spot."""
    body = reservation_body(**{"email": f"haushalt-{next(_numbers)}@example.org", **changes})
    answer = page.request.post(f"{server.url}/functions/v1/reserve-spot", data=body)
    assert answer.ok, answer.text()
    number: int = answer.json()["spot_number"]
    return number
