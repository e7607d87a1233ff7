"""A clock that stands, and somebody of the desk."""

import pytest
from starlette.testclient import TestClient

from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def clerk(client: TestClient, staff_client: StaffClient) -> TestClient:
    """Signed in at `client`."""
    return staff_client("staff", client=client)
