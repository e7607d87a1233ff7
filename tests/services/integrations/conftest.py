"""A held clock, and an installation whose webhooks may go to this machine."""

from collections.abc import Callable

import pytest
from starlette.testclient import TestClient

from tests.services.held_clock import HeldClock
from tests.services.integrations.receiving import KEY


@pytest.fixture
def clock() -> HeldClock:
    return HeldClock()


@pytest.fixture
def client(make_client: Callable[..., TestClient], clock: HeldClock) -> TestClient:
    return make_client(clock=clock, environment="demo", secret=KEY)


@pytest.fixture
def admin(client: TestClient, staff_client: Callable[..., TestClient]) -> TestClient:
    return staff_client("admin", client=client)
