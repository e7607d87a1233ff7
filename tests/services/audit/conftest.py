"""The app an hour after what is done to it, and Ada, who looks at its log."""

from datetime import timedelta

import pytest
from starlette.testclient import TestClient

from tests.fixtures.servers import MakeClient
from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock

NOW = HeldClock().now


@pytest.fixture
def app(make_client: MakeClient) -> TestClient:
    return make_client(rate_limits="off", clock=HeldClock(NOW + timedelta(hours=1)))


@pytest.fixture
def admin(app: TestClient, staff_client: StaffClient) -> TestClient:
    return staff_client("admin", client=app, name="Ada Admin")
