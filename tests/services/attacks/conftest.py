"""The product with a held clock, whose counts are written when told to."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from services.app import create_app
from services.attacks.keep import flush
from services.attacks.models import PolicyViolation, RefusedCaller, RefusedCount
from services.attacks.tally import Tally
from services.core.db.db import Database
from services.settings import Settings
from tests.services.held_clock import HeldClock
from tests.services.stored import stored


@dataclass
class Product:
    """The product, and what its counts come to."""

    client: TestClient
    db: Database
    clock: HeldClock
    tally: Tally

    def calls(self, span: int = 3600) -> dict[tuple[str, str], int]:
        """Written counts by kind and name."""
        flush(self.tally, self.db)
        return {
            (row["kind"], row["name"]): row["calls"] for row in stored(self.db, RefusedCount) if row["span"] == span
        }

    def callers(self) -> list[dict[str, Any]]:
        flush(self.tally, self.db)
        return stored(self.db, RefusedCaller)

    def violations(self) -> list[dict[str, Any]]:
        flush(self.tally, self.db)
        return stored(self.db, PolicyViolation)


OpenProduct = Callable[..., Product]


@pytest.fixture
def open_product(database_url: str, db: Database, tmp_path: Path) -> Iterator[OpenProduct]:
    """`open_product(rate_limits="visit=1/60")`: with these settings."""
    opened: list[TestClient] = []

    def open_product(**changes: Any) -> Product:
        site = tmp_path / "site"
        site.mkdir(exist_ok=True)
        for page in ("index", "faqs", "404"):
            (site / f"{page}.html").write_text(f"<!doctype html><title>{page}</title>", encoding="utf-8")
        settings = Settings(_env_file=None, database_url=database_url, data_dir=tmp_path, scheduler="off", **changes)
        clock = HeldClock()
        tally = Tally(settings.secret_key, clock)
        app = create_app(settings, clock=clock, site=site, tally=tally)
        client = TestClient(app, base_url=settings.public_url)
        client.__enter__()
        opened.append(client)
        return Product(client, db, clock, tally)

    yield open_product
    for client in opened:
        client.__exit__(None, None, None)


@pytest.fixture
def product(open_product: OpenProduct) -> Product:
    return open_product()
