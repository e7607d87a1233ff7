"""A household with a card, on both databases."""

from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from services.payments.simulated import SimulatedChecks
from tests.services.held_clock import HeldClock
from tests.services.household.own_page import OwnPage
from tests.services.payments.card import Card


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def card(make_client: Callable[..., TestClient], db: Database, clock: HeldClock, tmp_path: Path) -> Card:
    """Of a household whose address is confirmed, with its page open."""
    house = OwnPage(make_client(clock=clock, rate_limits="off"), db, clock, tmp_path)
    house.reserve()
    house.open()
    return Card(house, SimulatedChecks(db, "http://127.0.0.1:8000", clock))
