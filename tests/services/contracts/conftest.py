"""An invited household that has fixed its share, with its page open, on both databases."""

from pathlib import Path

import pytest

from services.core.db.db import Database
from tests.fixtures.servers import MakeClient
from tests.services.contracts.orders import Orders
from tests.services.declarations.forms import shell
from tests.services.held_clock import HeldClock
from tests.services.household.own_page import OwnPage


@pytest.fixture
def orders(make_client: MakeClient, db: Database, clock: HeldClock, tmp_path: Path) -> Orders:
    """Nothing is reserved yet: `Orders.decide` does so."""
    return Orders(
        OwnPage(make_client(site=shell(tmp_path / "site"), clock=clock, rate_limits="off"), db, clock, tmp_path)
    )
