"""The product with a held clock and a park of two places, of which another household has one."""

from pathlib import Path

import pytest

from services.core.db.db import Database
from tests.fixtures.servers import MakeClient
from tests.services.data_protection.canary import Product
from tests.services.declarations.forms import shell
from tests.services.held_clock import HeldClock
from tests.services.waiting_list.line import Line, open_small_park


@pytest.fixture
def product(make_client: MakeClient, db: Database, clock: HeldClock, tmp_path: Path) -> Product:
    open_small_park(db, spots=2, kwh=None)
    client = make_client(site=shell(tmp_path / "site"), clock=clock, rate_limits="off")
    Line(client, db, clock, tmp_path).fill(1000)
    return Product(client, db, clock, tmp_path)
