"""The product with a held clock and a park of two places, of which another household has one."""

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from tests.services.data_protection.canary import Product
from tests.services.declarations.forms import shell
from tests.services.held_clock import HeldClock
from tests.services.waiting_list.line import Line, open_small_park

MakeClient = Callable[..., TestClient]


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def product(make_client: MakeClient, db: Database, clock: HeldClock, tmp_path: Path) -> Product:
    open_small_park(db, spots=2, kwh=None)
    client = make_client(site=shell(tmp_path / "site"), clock=clock, rate_limits="off")
    Line(client, db, clock, tmp_path).fill(1000)
    return Product(client, db, clock, tmp_path)
