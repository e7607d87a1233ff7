"""A held clock, an app on it without throttles, and somebody who works there."""

import pytest
from starlette.testclient import TestClient

from services.core.db.db import Database
from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import Member, add_member
from tests.services.held_clock import HeldClock
from tests.services.staff.steps import Desk


@pytest.fixture
def app(make_client: MakeClient, clock: HeldClock) -> TestClient:
    return make_client(clock=clock, rate_limits="off")


@pytest.fixture
def member(app: TestClient, db: Database, clock: HeldClock) -> Member:
    return add_member(db, "staff", now=clock.now)


@pytest.fixture
def desk(app: TestClient, db: Database, clock: HeldClock) -> Desk:
    return Desk(app, db, clock)
