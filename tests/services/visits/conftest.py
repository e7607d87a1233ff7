"""A site of a few pages, and browsers of different households that visit it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from services.app import create_app
from services.core.db.db import Database
from services.settings import Settings
from services.visits.models import Visit
from tests.services.held_clock import HeldClock
from tests.services.stored import stored

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
    "Version/18.5 Mobile/15E148 Safari/604.1"
)
OWN_SCRIPT = {"Sec-Fetch-Site": "same-origin"}
"""What a browser sends with a call of a page's own script."""
PAGES = ("index", "faqs", "reservierung", "reservierung/danke", "404")


def visit_body(**changes: Any) -> dict[str, Any]:
    """A page view through a campaign; a change to None leaves a member out."""
    body = {
        "step": "page_view",
        "path": "/faqs",
        "is_arrival": True,
        "consent": "unanswered",
        "touch": {
            "utm_source": "google",
            "utm_medium": "cpc",
            "utm_campaign": "fruehling",
            "utm_term": "solar",
            "utm_content": "bild",
            "referral_code": "VOLT-7K3M",
            "referrer_host": "www.google.com",
            "landing_path": "/faqs",
        },
    }
    return {name: value for name, value in (body | changes).items() if value is not None}


@pytest.fixture
def small_site(tmp_path: Path) -> Path:
    """A built site: pages that say their own name."""
    folder = tmp_path / "small-site"
    for page in PAGES:
        file = folder / f"{page}.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"<!doctype html><title>{page}</title>", encoding="utf-8")
    return folder


@dataclass
class Visitors:
    """The product in this process on a held clock, and calls from any address."""

    app: Any
    clock: HeldClock
    db: Database

    def from_address(self, address: str) -> TestClient:
        return TestClient(self.app, client=(address, 50_000), raise_server_exceptions=False, follow_redirects=False)

    def report(
        self, *, address: str = "203.0.113.9", user_agent: str | None = FIREFOX, body: Any = None, **changes: Any
    ) -> httpx2.Response:
        """One visit call; `changes` are of its body."""
        headers = OWN_SCRIPT | ({"User-Agent": user_agent} if user_agent is not None else {})
        client = self.from_address(address)
        if user_agent is None:
            del client.headers["user-agent"]
        return client.post("/api/visits", json=visit_body(**changes) if body is None else body, headers=headers)

    def rows(self) -> list[dict[str, Any]]:
        return stored(self.db, Visit)

    def last(self) -> dict[str, Any]:
        return self.rows()[-1]


@pytest.fixture
def open_site(database_url: str, db: Database, small_site: Path, tmp_path: Path) -> Iterator[Callable[..., Visitors]]:
    """The product with chosen settings; on one database."""
    entered: list[TestClient] = []

    def open_it(**settings: object) -> Visitors:
        defaults = {"scheduler": "off", "data_dir": tmp_path / "var", "database_url": database_url}
        clock = HeldClock()
        app = create_app(Settings(_env_file=None, **(defaults | settings)), clock=clock, site=small_site)  # type: ignore[arg-type]
        client = TestClient(app)
        client.__enter__()
        entered.append(client)
        inner = app
        while not hasattr(inner, "state"):
            inner = inner.app if hasattr(inner, "app") else inner._app
        return Visitors(app, clock, db)

    yield open_it
    for client in entered:
        client.__exit__(None, None, None)


@pytest.fixture
def visitors(open_site: Callable[..., Visitors]) -> Visitors:
    return open_site(rate_limits="off")
