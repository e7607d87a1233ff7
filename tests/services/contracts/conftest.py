"""An invited household that has fixed its share, with its page open, on both databases."""

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from tests.services.contracts.orders import Orders
from tests.services.held_clock import HeldClock
from tests.services.household.own_page import OwnPage


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def orders(make_client: Callable[..., TestClient], db: Database, clock: HeldClock, tmp_path: Path) -> Orders:
    """Nothing is reserved yet: `Orders.decide` does so."""
    return Orders(OwnPage(make_client(clock=clock, rate_limits="off"), db, clock, tmp_path))
