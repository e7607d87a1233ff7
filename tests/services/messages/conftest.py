"""An app whose clock is held, and a clerk in its console."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from tests.fixtures.staff import StaffClient
from tests.services.held_clock import HeldClock


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def client(make_client: Callable[..., TestClient], clock: HeldClock) -> TestClient:
    return make_client(clock=clock, rate_limits="off")


@pytest.fixture
def app(client: TestClient) -> TestClient:
    """As households and strangers call it."""
    return client


@pytest.fixture
def clerk(staff_client: StaffClient, client: TestClient) -> TestClient:
    return staff_client("staff", client=client)
