"""A household's own page on both databases."""

from pathlib import Path

import pytest

from services.core.db.db import Database
from tests.fixtures.servers import MakeClient
from tests.services.held_clock import HeldClock
from tests.services.household.own_page import OwnPage


@pytest.fixture
def house(make_client: MakeClient, db: Database, clock: HeldClock, tmp_path: Path) -> OwnPage:
    return OwnPage(make_client(clock=clock), db, clock, tmp_path)


@pytest.fixture
def crowd(make_client: MakeClient, db: Database, clock: HeldClock, tmp_path: Path) -> OwnPage:
    """The same without limits on callers: many households from many places."""
    return OwnPage(make_client(clock=clock, rate_limits="off"), db, clock, tmp_path)
